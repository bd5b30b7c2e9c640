import { checkJournal, type JournalEntry, type Violation } from '@pacioli/postings/checking'
import type { Tenant } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { findViolations, loadOwed, type Owed } from './check-billing.store.ts'

type Checker = Pick<Billing, 'db' | 'ledger'>

/**
 * What is not so of a business: of what billing keeps by itself, of what the journal has of its postings, and of accounts
 * payable, on which nobody else's entries count. Others may go on writing meanwhile: accounts payable is then left for the
 * next check.
 * @throws ServiceUnavailable
 */
export async function checkBusiness({ db, ledger }: Checker, tenant: Tenant): Promise<Violation[]> {
  const owed = (): Promise<Owed> => db.transact(tenant, (tx) => loadOwed(tx, tenant.businessId))
  const own = await findViolations(db, tenant)
  const before = await owed()
  const sums = { accrual: 0n, cash: 0n }
  const service = {
    db,
    journal: ledger.journal,
    name: 'billing',
    sourceTypes: ['bill', 'bill_payment', 'vendor_credit'],
    entryTypes: ['MANUAL'],
    onEntries: (entries: readonly JournalEntry[]) => entries.forEach((entry) => addTo(sums, entry, before.accountId)),
  }
  const journal = await checkJournal(service, tenant)
  const after = await owed()
  const isAtRest = after.unposted === 0 && after.postings === before.postings && after.amount === before.amount
  return [...own, ...journal, ...(isAtRest ? checkPayable(sums, after) : [])]
}

type Sums = { accrual: bigint; cash: bigint }

function addTo(sums: Sums, { basis, lines }: JournalEntry, accountId: string | null): void {
  for (const { accountId: id, amount, direction } of lines) {
    if (id !== accountId) continue
    const owed = direction === 'CREDIT' ? BigInt(amount) : -BigInt(amount)
    if (basis !== 'CASH') sums.accrual += owed
    if (basis !== 'ACCRUAL') sums.cash += owed
  }
}

const checkPayable = ({ accrual, cash }: Sums, { amount }: Owed): Violation[] =>
  accrual === amount && cash === 0n
    ? []
    : [
        {
          invariant:
            'the journal has on accounts payable open bills less unallocated credits, and nothing in the cash books',
          detail: `${amount} are owed; the journal says ${accrual}, and ${cash} in the cash books`,
        },
      ]
