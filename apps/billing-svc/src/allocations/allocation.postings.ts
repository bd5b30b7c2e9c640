/** Journal entries of allocations: what payments settle and recognize (docs/POSTING-RULES.md, "Pro rata"). Pure. */
import { credit, debit } from '@pacioli/postings'
import { tagged, type DesiredEntry, type EntryLine } from '../posting/standing-entries.ts'
import type { Allocation } from './allocation.ts'
import { prepaidOf, prepaidSharesOf } from './recognition.ts'

/**
 * One accrual and one cash entry of the same instant.
 * @param part a suffix of the event's name, where the event concerns one allocation only
 */
export const inBothBooks = (
  head: Pick<DesiredEntry, 'entryAt' | 'memo' | 'referenceNumber'>,
  event: string,
  { accrual, cash }: { accrual: readonly EntryLine[]; cash: readonly EntryLine[] },
  part = '',
): DesiredEntry[] => [
  { ...head, event: `${event}.accrual${part}`, basis: 'ACCRUAL', lines: accrual },
  { ...head, event: `${event}.cash${part}`, basis: 'CASH', lines: cash },
]

/** Its own remarks, else those of the payment. */
export const remarksOn = (payment: Remarked, allocation: Remarked) => ({
  memo: allocation.memo ?? payment.memo,
  referenceNumber: allocation.referenceNumber ?? payment.referenceNumber,
})
type Remarked = Pick<Allocation, 'memo' | 'referenceNumber'>

/**
 * The side of the control account that allocations post to: those to bills debit accounts payable, those to invoices
 * credit accounts receivable.
 */
type AllocationSide = 'DEBIT' | 'CREDIT'

/** @param controlAccountId of accounts payable or receivable */
export function allocationLines(side: AllocationSide, controlAccountId: string) {
  const [settle, use] = side === 'DEBIT' ? [debit, credit] : [credit, debit]
  const debitsFirst = (settled: EntryLine[], used: EntryLine[]): EntryLine[] =>
    side === 'DEBIT' ? [...settled, ...used] : [...used, ...settled]
  const owedLess = ({ documentId, postedTags }: Allocation, amount: number): EntryLine =>
    tagged(settle(controlAccountId, amount, { documentId }), postedTags)
  const linesOf = (allocation: Allocation) => ({
    // Reduces what is owed; the prepaid part goes to the prepayment accounts of the lines.
    accrual: [
      owedLess(allocation, allocation.amount - prepaidOf(allocation)),
      ...prepaidSharesOf(allocation).map(({ prepaymentAccountId, amount, tags }) =>
        tagged(settle(prepaymentAccountId, amount), tags),
      ),
    ],
    // Cash books have no payables or receivables: each share goes to the account of its component, or to the prepayment
    // account.
    cash: allocation.shares.map(({ accountId, prepaymentAccountId, amount, tags }) =>
      tagged(settle(prepaymentAccountId ?? accountId, amount), tags),
    ),
  })
  return {
    /** What an allocation posts against the money, in each of the books. */
    linesOf,

    /** The same of several. */
    linesOfAll: (allocations: readonly Allocation[]) => {
      const all = allocations.map(linesOf)
      return { accrual: all.flatMap(({ accrual }) => accrual), cash: all.flatMap(({ cash }) => cash) }
    },

    /**
     * On the date of the document the prepaid part leaves the prepayment accounts: in accrual books it reduces what is
     * owed, in cash books it goes to the accounts of the components.
     */
    releaseOf: (payment: Remarked, allocation: Allocation): DesiredEntry[] => {
      const prepaid = prepaidSharesOf(allocation)
      const used = prepaid.map(({ prepaymentAccountId, amount, tags }) =>
        tagged(use(prepaymentAccountId, amount), tags),
      )
      const earned = prepaid.map(({ accountId, amount, tags }) => tagged(settle(accountId, amount), tags))
      const head = { ...remarksOn(payment, allocation), entryAt: allocation.documentDate }
      const accrual = debitsFirst([owedLess(allocation, prepaidOf(allocation))], used)
      return inBothBooks(head, 'prepaid', { accrual, cash: debitsFirst(earned, used) }, `:${allocation.id}`)
    },
  }
}
