import { DomainError } from '@pacioli/errors'
import type { Tenant } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { BANK_MATCH, BANK_TRANSACTION, OPENING_BALANCE } from '../bank-transactions/posting-keys.ts'
import { compareEntries, type JournalEntry, type Violation } from './compare-entries.ts'
import { findViolations, loadPostedEntryIds, loadPostingsOf } from './posted-entries.store.ts'

const SOURCES = [BANK_TRANSACTION, BANK_MATCH, OPENING_BALANCE]
/** Under which the entries of banking are in the journal; their reversals have the same. */
const ENTRY_TYPES = ['BANK', 'OPENING_BALANCE']
const PAGE = 200
const PAGE_TIMEOUT_MS = 30_000

type Checker = Pick<Banking, 'db' | 'ledger'>

/**
 * What is not so of a business: of what banking keeps by itself, and of what the journal has of its postings. Entries of
 * others on a bank account, posted by hand for example, are none of banking's, and it knows no sum that they are part of:
 * so not balances are compared, but each entry, on all of its accounts. Others may go on writing meanwhile.
 * @throws ServiceUnavailable
 */
export async function checkBusiness(banking: Checker, tenant: Tenant): Promise<Violation[]> {
  const own = await findViolations(banking.db, tenant)
  try {
    return [...own, ...(await checkJournal(banking, tenant))]
  } catch (error) {
    if (!(error instanceof DomainError && error.errorEnum === 'BusinessNotFound')) throw error
    return [...own, { invariant: 'the ledger has the business', detail: error.message }]
  }
}

/** What is known here as posted is read before the journal, which therefore has it; what is unknown is asked for again. */
async function checkJournal(banking: Checker, tenant: Tenant): Promise<Violation[]> {
  const { businessId } = tenant
  const missing = await banking.db.transact(tenant, (tx) => loadPostedEntryIds(tx, businessId))
  const violations: Violation[] = []
  for (const entryType of ENTRY_TYPES)
    for await (const entries of pagesOf(banking, tenant, entryType)) {
      const sources = entries.map(({ source }) => source)
      const postings = await banking.db.transact(tenant, (tx) => loadPostingsOf(tx, businessId, sources))
      violations.push(...compareEntries(entries, postings))
      for (const { id } of entries) missing.delete(id)
    }
  for (const entryId of missing)
    violations.push({ invariant: 'what was posted is in the journal', detail: `entry ${entryId} is not` })
  return violations
}

async function* pagesOf({ ledger }: Checker, tenant: Tenant, entryType: string): AsyncGenerator<JournalEntry[]> {
  let cursor: string | undefined
  do {
    const { message } = await ledger.journal.ListEntries(
      { page: { limit: PAGE, cursor }, entry_type: entryType },
      { context: tenant, timeoutMs: PAGE_TIMEOUT_MS },
    )
    yield message.data.flatMap(({ id, source_type: type = '', source_id = '', line_items }): JournalEntry[] =>
      SOURCES.includes(type)
        ? [
            {
              id,
              source: { type, id: source_id },
              lines: line_items.map(({ account, amount, direction }) => ({
                accountId: account?.id?.id ?? '',
                amount,
                direction: direction === 'DEBIT' ? 'DEBIT' : 'CREDIT',
              })),
            },
          ]
        : [],
    )
    cursor = message.pagination?.cursor
  } while (cursor !== undefined)
}
