/** Of `everything.ts`, which needs it in turn: a circle of types. */
import type { amount } from './everything.ts'

export type Amount = typeof amount
