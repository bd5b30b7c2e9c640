import {
  paginationOf,
  rangeOf,
  readPage,
  requireTagPair,
  type Listing,
  type PageRequest,
  type Pagination,
} from '@pacioli/paging'
import { isUuid, type Tenant } from '@pacioli/rpc'
import { loadBusinessFacts } from '../businesses/business.store.ts'
import type { Ledger } from '../ledger.ts'
import { loadDefinitionIds } from '../tags/tag.store.ts'
import { countEntries, loadEntries, loadEntryPage, type EntryFilter } from './entry.store.ts'
import { otherBasisOf, type JournalEntry } from './journal-entry.ts'
import { entryNotFound } from './reverse-entry.ts'

/** @throws EntryNotFound, BusinessNotFound */
export async function getEntry(ledger: Ledger, tenant: Tenant, entryId: string): Promise<JournalEntry> {
  return ledger.db.read(tenant, async (tx) => {
    const [entry] = isUuid(entryId) ? await loadEntries(tx, tenant.businessId, 'ids', [entryId]) : []
    if (!entry) throw entryNotFound(entryId)
    return entry
  })
}

export type ListEntries = {
  page: PageRequest
  startDate?: string | undefined
  endDate?: string | undefined
  entryType?: string | undefined
  reportingBasis?: string | undefined
  externalId?: string | undefined
  referenceNumbers?: readonly string[] | undefined
  tagKey?: string | undefined
  tagValues?: readonly string[] | undefined
}

const listing: Listing = { name: 'entries', sorts: ['entry_at'], defaultOrder: 'ASC' }

/** Entries in the order of their time, oldest first by default. */
export async function listEntries(
  ledger: Ledger,
  tenant: Tenant,
  query: ListEntries,
): Promise<{ entries: JournalEntry[]; pagination: Pagination }> {
  const { page: pageRequest, ...filters } = query
  requireTagPair(filters.tagKey, filters.tagValues)
  const scope = [tenant.businessId, filters]
  const page = readPage(ledger.cursorKey, listing, scope, pageRequest)
  return ledger.db.read(tenant, async (tx) => {
    const [{ timeZone }, definitionIds] = await Promise.all([
      loadBusinessFacts(tx, tenant),
      filters.tagKey === undefined
        ? undefined
        : loadDefinitionIds(tx, tenant.businessId, filters.tagKey, filters.tagValues ?? []),
    ])
    const filter: EntryFilter = {
      ...rangeOf(filters.startDate, filters.endDate, timeZone),
      entryType: filters.entryType,
      otherBasis: filters.reportingBasis && otherBasisOf(filters.reportingBasis),
      externalId: filters.externalId,
      referenceNumbers: filters.referenceNumbers?.length ? filters.referenceNumbers : undefined,
      definitionIds,
    }
    const { entries, last } = await loadEntryPage(tx, tenant.businessId, filter, page)
    const isAll = page.after === undefined && last === undefined
    const total = page.totalCount ?? (isAll ? entries.length : await countEntries(tx, tenant.businessId, filter))
    return { entries, pagination: paginationOf(ledger.cursorKey, listing, scope, page, total, last) }
  })
}
