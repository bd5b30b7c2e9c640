/** `npm run lint` first has to refuse each of these: else it would not be looking at types, or at who imports what. */
import '@pacioli/gateway'
import 'nats'
import type { Amount } from './circle.ts'

export const amount: number = 'text'
Promise.resolve<Amount>(amount)
