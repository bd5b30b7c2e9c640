export { isAmount, MAX_AMOUNT, opposite, signedFor, toAmount, type Direction } from './amount.ts'
export { decimalsOf, minorUnits } from './minor-units.ts'
