import { DOCUMENT_SOURCES } from '@pacioli/chart'
import { checkJournal, type Finding, type JournalEntry, type Violation } from '@pacioli/postings/checking'
import type { Tenant } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { checkContactLines } from './check-contact-lines.ts'
import { findViolations, loadOwed, type Control } from './check-billing.store.ts'

type Checker = Pick<Billing, 'db' | 'ledger'>

/** How long an event may be on its way. */
const ARRIVES_WITHIN_MS = 30_000

/** What the journal has on the control accounts. */
const ON_CONTROLS = {
  payable: 'accounts payable open bills less unallocated credits',
  receivable: 'accounts receivable open invoices',
}
const onControl = (what: string): string => `the journal has on ${what}, and nothing in the cash books`

/** What the comparison of control accounts finds violated. */
export const CONTROL_INVARIANTS = Object.values(ON_CONTROLS).map(onControl)

/** How long what is under way is waited for: an event, and the answer to a posting. */
export type Patience = { arrivesWithinMs?: number; storedWithinMs?: number }

/** The findings of a business. @throws ServiceUnavailable */
export const checkBusiness = async (checker: Checker, tenant: Tenant, patience: Patience = {}): Promise<Finding[]> => [
  ...(await findViolations(checker.db, tenant)),
  ...(await compareWithJournal(checker, tenant, patience)),
]

/**
 * The findings in the journal's entries of billing's postings, on accounts payable and receivable, as far as documents post to
 * them, and in what is kept of other lines there that name a contact. Writes may go on meanwhile: what is owed at a moment, less what
 * was not posted by then, is what the entries come to that were.
 * @throws ServiceUnavailable
 */
export async function compareWithJournal(
  checker: Checker,
  tenant: Tenant,
  { arrivesWithinMs = ARRIVES_WITHIN_MS, storedWithinMs }: Patience = {},
): Promise<Finding[]> {
  const until = performance.now() + arrivesWithinMs
  const { posted, payable, receivable } = await checker.db.snapshot(tenant, (tx) => loadOwed(tx))
  const books = [bookOf(payable), bookOf(receivable)] as const
  const journal = await checkJournal(
    {
      db: checker.db,
      journal: checker.ledger.journal,
      name: 'billing',
      sourceTypes: DOCUMENT_SOURCES,
      entryTypes: ['MANUAL'],
      posted,
      ...(storedWithinMs !== undefined && { storedWithinMs }),
      onEntries: (entries) => {
        const known = entries.filter(({ id }) => posted.has(id))
        for (const book of books) known.forEach((entry) => addTo(book, entry))
      },
    },
    tenant,
  )
  return [
    ...journal,
    ...differencesOn(ON_CONTROLS.payable, books[0], payable),
    ...differencesOn(ON_CONTROLS.receivable, books[1], receivable),
    ...(await checkContactLines(checker, tenant, until)),
  ]
}

/** What the journal has on a control account. */
type Book = Control

const bookOf = (control: Control): Book => ({ ...control, accrual: 0n, cash: 0n })

function addTo(book: Book, { basis, lines }: JournalEntry): void {
  for (const { accountId, amount, direction } of lines) {
    if (accountId !== book.accountId) continue
    const signed = direction === book.normality ? BigInt(amount) : -BigInt(amount)
    if (basis !== 'CASH') book.accrual += signed
    if (basis !== 'ACCRUAL') book.cash += signed
  }
}

const differencesOn = (what: string, said: Book, expected: Control): Violation[] =>
  said.accrual === expected.accrual && said.cash === expected.cash
    ? []
    : [
        {
          invariant: onControl(what),
          detail:
            `${expected.accrual} of what is owed was posted, and ${expected.cash} in the cash books; ` +
            `the journal says ${said.accrual}, and ${said.cash}`,
        },
      ]
