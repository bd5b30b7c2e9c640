/** `npm run lint` first has to refuse each of these: else it would not be looking at types, or at who imports what. */
import '@pacioli/gateway'
import 'nats'

const amount: number = 'text'
Promise.resolve(amount)
