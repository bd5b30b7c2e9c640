/** Compares the journal with a service's postings, entry by entry. For operators and tests. */
import type { Database } from '@pacioli/db'
import { DomainError } from '@pacioli/errors'
import type { JournalService } from '@pacioli/protos/ledger'
import type { Client, Tenant } from '@pacioli/rpc'
import { compareEntries, invariantsOfEntries, type Finding, type JournalEntry } from './compare-entries.ts'
import { loadPostedEntryIds, loadPostingsOf } from './posted-entries.store.ts'

export type { Finding, JournalEntry, Unchecked, Violation } from './compare-entries.ts'

const PAGE = 200
const PAGE_TIMEOUT_MS = 30_000

const IN_LEDGER = 'the ledger has the business'
const IN_JOURNAL = 'what was posted is in the journal'

/** What `checkJournal` finds violated. @param service its name as users know it */
export const invariantsOfJournal = (service: string): string[] => [
  IN_LEDGER,
  IN_JOURNAL,
  ...invariantsOfEntries(service),
]

export type CheckedService = {
  db: Database
  journal: Client<typeof JournalService>
  /** Its name as users know it. */
  name: string
  /** The source type of its entries. */
  sourceTypes: readonly string[]
  /** The type of its entries in the journal; their reversals have the same. */
  entryTypes: readonly string[]
  /** Gets all entries that name a source of the service. */
  onEntries?: (entries: readonly JournalEntry[]) => void
}

/**
 * The findings of a business. Entries of other services are not compared: so each entry is checked, on all of its
 * accounts, instead of balances. The postings known as posted are read before the journal, which therefore has them;
 * writes may go on meanwhile.
 * @throws ServiceUnavailable
 */
export async function checkJournal(service: CheckedService, tenant: Tenant): Promise<Finding[]> {
  try {
    return await compareJournal(service, tenant)
  } catch (error) {
    if (!(error instanceof DomainError && error.errorEnum === 'BusinessNotFound')) throw error
    return [{ invariant: IN_LEDGER, detail: error.message }]
  }
}

async function compareJournal(service: CheckedService, tenant: Tenant): Promise<Finding[]> {
  const { db, name, entryTypes, onEntries } = service
  const missing = await db.transact(tenant, (tx) => loadPostedEntryIds(tx))
  const findings: Finding[] = []
  for (const entryType of entryTypes)
    for await (const entries of pagesOf(service, tenant, entryType)) {
      onEntries?.(entries)
      const sources = entries.map(({ source }) => source)
      const postings = await db.transact(tenant, (tx) => loadPostingsOf(tx, sources))
      findings.push(...compareEntries(name, entries, postings))
      for (const { id } of entries) missing.delete(id)
    }
  for (const entryId of missing) findings.push({ invariant: IN_JOURNAL, detail: `entry ${entryId} is not` })
  return findings
}

async function* pagesOf(
  { journal, sourceTypes }: CheckedService,
  tenant: Tenant,
  entryType: string,
): AsyncGenerator<JournalEntry[]> {
  let cursor: string | undefined
  do {
    const { message } = await journal.ListEntries(
      { page: { limit: PAGE, cursor }, entry_type: entryType },
      { context: tenant, timeoutMs: PAGE_TIMEOUT_MS },
    )
    yield message.data
      .filter(({ source_type: type }) => type !== undefined && sourceTypes.includes(type))
      .map((entry): JournalEntry => ({
        id: entry.id,
        source: { type: entry.source_type ?? '', id: entry.source_id ?? '' },
        reversalOfId: entry.reversal_of_id ?? null,
        basis: entry.basis,
        lines: entry.line_items.map(({ account, amount, direction }) => ({
          accountId: account?.id?.id ?? '',
          amount,
          direction: direction === 'DEBIT' ? 'DEBIT' : 'CREDIT',
        })),
      }))
    cursor = message.pagination?.cursor
  } while (cursor !== undefined)
}
