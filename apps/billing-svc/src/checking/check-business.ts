import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { DOCUMENT_SOURCES } from '@pacioli/chart'
import { checkJournal, type Finding, type JournalEntry, type Violation } from '@pacioli/postings/checking'
import type { Tenant } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { checkContactLines, CONTACT_LINES } from './check-contact-lines.ts'
import { findViolations, loadOwed, type Control, type Owed } from './check-billing.store.ts'

type Checker = Pick<Billing, 'db' | 'ledger'>

/** How long to wait for postings and requests in flight before the control accounts are skipped. */
const RESTS_WITHIN_MS = 30_000
const LOOK_AGAIN_AFTER_MS = 250

const CONTROLS = 'accounts payable and receivable are what documents have on them'

/** What the journal has on the control accounts. */
const ON_CONTROLS = {
  payable: 'accounts payable open bills less unallocated credits',
  receivable: 'accounts receivable open invoices',
}
const onControl = (what: string): string => `the journal has on ${what}, and nothing in the cash books`

/** What the comparison of control accounts finds violated. */
export const CONTROL_INVARIANTS = Object.values(ON_CONTROLS).map(onControl)

/** How long to wait for a business that is being written to, and where to report that. */
export type Patience = { restsWithinMs?: number; say?: (what: string) => void }

/** The findings of a business. @throws ServiceUnavailable */
export const checkBusiness = async (checker: Checker, tenant: Tenant, patience: Patience = {}): Promise<Finding[]> => [
  ...(await findViolations(checker.db, tenant)),
  ...(await compareWithJournal(checker, tenant, patience)),
]

/**
 * The findings in the journal's entries of billing's postings, on accounts payable and receivable, as far as documents post to
 * them, and in what is kept of other lines there that name a contact. Writes may go on meanwhile: these accounts are compared at
 * a moment without any, and reported as not checked if none comes.
 * @throws ServiceUnavailable
 */
export async function compareWithJournal(
  checker: Checker,
  tenant: Tenant,
  { restsWithinMs = RESTS_WITHIN_MS, say = () => undefined }: Patience = {},
): Promise<Finding[]> {
  const until = performance.now() + restsWithinMs
  for (;;) {
    const before = await owed(checker, tenant)
    const leftMs = until - performance.now()
    if (before.unposted > 0 && leftMs > 0) {
      say(`waiting for ${before.unposted} postings, ${Math.ceil(leftMs / 1_000)} s at most`)
      await pause(LOOK_AGAIN_AFTER_MS)
      continue
    }
    const { after, journal, controls } = await compareJournal(checker, tenant, before)
    if (after.unposted === 0 && isDeepStrictEqual(before, after))
      return [...journal, ...controls, ...(await checkContactLines(checker, tenant, until))]
    if (performance.now() < until && after.unposted === 0) continue
    return [...journal, { unchecked: CONTROLS, of: [...CONTROL_INVARIANTS, CONTACT_LINES], reason: unrestOf(after) }]
  }
}

const unrestOf = ({ unposted }: Owed): string =>
  unposted > 0
    ? `${unposted} postings wait to be delivered, or were refused; check again when none does`
    : 'the business was written to all the while; check again at a quiet time'

const owed = ({ db }: Checker, tenant: Tenant): Promise<Owed> => db.transact(tenant, (tx) => loadOwed(tx))

/** Compares the journal with billing, and the control accounts with the documents. @param before what was owed just now */
async function compareJournal(checker: Checker, tenant: Tenant, before: Owed) {
  const [payable, receivable] = [bookOf(before.payable, 'CREDIT'), bookOf(before.receivable, 'DEBIT')]
  const service = {
    db: checker.db,
    journal: checker.ledger.journal,
    name: 'billing',
    sourceTypes: DOCUMENT_SOURCES,
    entryTypes: ['MANUAL'],
    onEntries: (entries: readonly JournalEntry[]) => {
      for (const book of [payable, receivable]) entries.forEach((entry) => addTo(book, entry))
    },
  }
  const journal = await checkJournal(service, tenant)
  const after = await owed(checker, tenant)
  const controls = [
    ...checkControl(ON_CONTROLS.payable, payable, after.payable),
    ...checkControl(ON_CONTROLS.receivable, receivable, after.receivable),
  ]
  return { after, journal, controls }
}

/** The journal's balance of a control account, in its normality. */
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
    const signed = direction === book.normality ? BigInt(amount) : -BigInt(amount)
    if (basis !== 'CASH') book.accrual += signed
    if (basis !== 'ACCRUAL') book.cash += signed
  }
}

const checkControl = (what: string, { accrual, cash }: ControlBook, { amount }: Control): Violation[] =>
  accrual === amount && cash === 0n
    ? []
    : [
        {
          invariant: onControl(what),
          detail: `${amount} are owed; the journal says ${accrual}, and ${cash} in the cash books`,
        },
      ]
