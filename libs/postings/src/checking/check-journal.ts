/** Compares the journal with a service's postings, entry by entry. For operators and tests. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '@pacioli/db'
import { DomainError } from '@pacioli/errors'
import type { JournalService } from '@pacioli/protos/ledger'
import type { Client, Tenant } from '@pacioli/rpc'
import { compareEntries, invariantsOfEntries, uncheckedOf, type Finding, type JournalEntry } from './compare-entries.ts'
import { loadPostedEntryIds, loadPostingsOf } from './posted-entries.store.ts'

export type { Finding, JournalEntry, PostedPosting, Unchecked, Violation } from './compare-entries.ts'
export { loadPostedEntryIds, loadUnposted } from './posted-entries.store.ts'

const PAGE = 200
const PAGE_TIMEOUT_MS = 30_000
/** How long a service may take to store what the ledger has answered. */
const STORED_WITHIN_MS = 5_000
const LOOK_AGAIN_AFTER_MS = 50

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
  /** The entries that are known as posted, where they were read before; by `loadPostedEntryIds`. */
  posted?: ReadonlySet<string>
  storedWithinMs?: number
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
  const { db, name, entryTypes, onEntries, posted } = service
  const missing = new Set(posted ?? (await db.transact(tenant, (tx) => loadPostedEntryIds(tx))))
  const findings: Finding[] = []
  const underway: JournalEntry[] = []
  const compare = async (entries: readonly JournalEntry[]): Promise<JournalEntry[]> => {
    const sources = entries.map(({ source }) => source)
    const postings = await db.transact(tenant, (tx) => loadPostingsOf(tx, sources))
    const compared = compareEntries(name, entries, postings)
    findings.push(...compared.violations)
    return compared.underway
  }
  for (const entryType of entryTypes)
    for await (const entries of pagesOf(service, tenant, entryType)) {
      onEntries?.(entries)
      underway.push(...(await compare(entries)))
      for (const { id } of entries) missing.delete(id)
    }
  findings.push(...(await settled(service, underway, compare)))
  for (const entryId of missing) findings.push({ invariant: IN_JOURNAL, detail: `entry ${entryId} is not` })
  return findings
}

/** Of books that are always written to some are under way at any time, and each only for a moment. */
async function settled(
  { name, storedWithinMs = STORED_WITHIN_MS }: CheckedService,
  entries: readonly JournalEntry[],
  compare: (entries: readonly JournalEntry[]) => Promise<JournalEntry[]>,
): Promise<Finding[]> {
  const until = performance.now() + storedWithinMs
  let underway = entries
  while (underway.length > 0 && performance.now() < until) {
    await pause(LOOK_AGAIN_AFTER_MS)
    underway = await compare(underway)
  }
  return underway.map((entry) => uncheckedOf(name, entry))
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
