import { isDeepStrictEqual } from 'node:util'
import { checkJournal, type JournalEntry, type Violation } from '@pacioli/postings/checking'
import type { Tenant } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { findViolations, loadOwed, type Control, type Owed } from './check-billing.store.ts'

type Checker = Pick<Billing, 'db' | 'ledger'>

const SOURCE_TYPES = [
  'bill',
  'bill_payment',
  'vendor_credit',
  'invoice',
  'invoice_write_off',
  'invoice_payment',
  'refund',
  'refund_payment',
  'payout',
]

/**
 * What is not so of a business: of what billing keeps by itself, of what the journal has of its postings, and of accounts
 * payable and receivable, on which nobody else's entries count. Others may go on writing meanwhile: these accounts are then
 * left for the next check.
 * @throws ServiceUnavailable
 */
export async function checkBusiness({ db, ledger }: Checker, tenant: Tenant): Promise<Violation[]> {
  const owed = (): Promise<Owed> => db.transact(tenant, (tx) => loadOwed(tx, tenant.businessId))
  const own = await findViolations(db, tenant)
  const before = await owed()
  const [payable, receivable] = [bookOf(before.payable, 'CREDIT'), bookOf(before.receivable, 'DEBIT')]
  const service = {
    db,
    journal: ledger.journal,
    name: 'billing',
    sourceTypes: SOURCE_TYPES,
    entryTypes: ['MANUAL'],
    onEntries: (entries: readonly JournalEntry[]) => {
      for (const book of [payable, receivable]) entries.forEach((entry) => addTo(book, entry))
    },
  }
  const journal = await checkJournal(service, tenant)
  const after = await owed()
  const isAtRest = after.unposted === 0 && isDeepStrictEqual(before, after)
  if (!isAtRest) return [...own, ...journal]
  return [
    ...own,
    ...journal,
    ...checkControl('accounts payable open bills less unallocated credits', payable, after.payable),
    ...checkControl('accounts receivable open invoices', receivable, after.receivable),
  ]
}

/** What the journal has on a control account, in its normality. */
type ControlBook = { accountId: string | null; normality: 'CREDIT' | 'DEBIT'; accrual: bigint; cash: bigint }

const bookOf = ({ accountId }: Control, normality: ControlBook['normality']): ControlBook => ({
  accountId,
  normality,
  accrual: 0n,
  cash: 0n,
})

function addTo(book: ControlBook, { basis, lines }: JournalEntry): void {
  for (const { accountId, amount, direction } of lines) {
    if (accountId !== book.accountId) continue
    const held = direction === book.normality ? BigInt(amount) : -BigInt(amount)
    if (basis !== 'CASH') book.accrual += held
    if (basis !== 'ACCRUAL') book.cash += held
  }
}

const checkControl = (what: string, { accrual, cash }: ControlBook, { amount }: Control): Violation[] =>
  accrual === amount && cash === 0n
    ? []
    : [
        {
          invariant: `the journal has on ${what}, and nothing in the cash books`,
          detail: `${amount} are owed; the journal says ${accrual}, and ${cash} in the cash books`,
        },
      ]
