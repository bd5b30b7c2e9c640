/** Each kind of damage that audits can find, by the service that finds it. */
import { KEEPERS, named, type Keeper } from './audited-stack.ts'
import { BANKING_BESIDE_OTHERS, OF_BANKING } from './banking.ts'
import { BILLING_BESIDE_OTHERS, OF_BILLING } from './billing.ts'
import type { Damage } from './damage.ts'
import { OF_LEDGER } from './ledger.ts'
import { OF_REPORTING, REPORTING_BESIDE_OTHERS } from './reporting.ts'

/** In what a service keeps by itself. */
export const OWN: Readonly<Record<Keeper, readonly Damage[]>> = {
  LEDGER: OF_LEDGER,
  BANKING: OF_BANKING,
  BILLING: OF_BILLING,
  REPORTING: OF_REPORTING,
}

/** In what a service compares with others. */
export const BESIDE_OTHERS: Readonly<Record<Keeper, readonly Damage[]>> = {
  LEDGER: [],
  BANKING: BANKING_BESIDE_OTHERS,
  BILLING: BILLING_BESIDE_OTHERS,
  REPORTING: REPORTING_BESIDE_OTHERS,
}

/** Found by all that have books of a business which the ledger has lost. Nobody can ask for its proof meanwhile. */
export const LOST_BUSINESS: Damage = { table: 'businesses', lost: true, finds: 'the ledger has the business' }
export const FINDERS_OF_LOST: readonly Keeper[] = ['BANKING', 'BILLING', 'REPORTING']

/** What no single row can violate, and why. */
export const HELD_BY_CONSTRAINTS: readonly { keptBy: Keeper; invariant: string; why: string }[] = [
  {
    keptBy: 'BILLING',
    invariant:
      'no more of an invoice is settled than it comes to, or refunded than was paid, and nothing of a void one',
    why: `It is named where the invoice keeps what settled it, and that is too much: invoices_settled, invoices_refunded and
          invoices_voided hold the kept amounts to it. Where they differ, another invariant is named.`,
  },
]

/** What of a proof a damage violates. */
export const finds = (keeper: Keeper, damage: Pick<Damage, 'finds'>): string =>
  named({ kept_by: keeper, invariant: damage.finds })

/** All invariants that a damage violates, or that a constraint holds. */
export const damagedInvariants = (): string[] => [
  ...KEEPERS.flatMap((keeper) => [...OWN[keeper], ...BESIDE_OTHERS[keeper]].map((damage) => finds(keeper, damage))),
  ...FINDERS_OF_LOST.map((keeper) => finds(keeper, LOST_BUSINESS)),
  ...HELD_BY_CONSTRAINTS.map(({ keptBy, invariant }) => named({ kept_by: keptBy, invariant })),
]
