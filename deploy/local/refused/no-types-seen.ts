/** `npm run lint` first has to refuse both lines, for their types alone: else it would not be looking at types. */
const amount: number = 'text'
Promise.resolve(amount)
