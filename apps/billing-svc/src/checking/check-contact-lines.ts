/** Compares the journal lines that name a contact with those that are kept here. */
import { setTimeout as pause } from 'node:timers/promises'
import { DOCUMENT_SOURCES } from '@pacioli/chart'
import type { Tx } from '@pacioli/db'
import { DomainError } from '@pacioli/errors'
import type { Violation } from '@pacioli/postings/checking'
import type { Tenant } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'

type Checker = Pick<Billing, 'db' | 'ledger'>

const PAGE = 500
const PAGE_TIMEOUT_MS = 30_000
const LOOK_AGAIN_AFTER_MS = 250

/** What the lines of an entry add to the debt of a contact. */
type Owed = { entryId: string; owed: bigint }
/** By entry and contact. */
type Debts = Map<string, Owed>

export const CONTACT_LINES = 'journal lines on accounts payable and receivable that name a contact move its balance'

/**
 * The differences. An event may be under way, so what is kept of them is looked at again until then: of books that are always written
 * to another one is at each look.
 * @param until by `performance.now()` @throws ServiceUnavailable
 */
export async function checkContactLines(checker: Checker, tenant: Tenant, until: number): Promise<Violation[]> {
  // Read first: what is kept is in the journal then.
  let kept = await checker.db.transact(tenant, (tx) => loadKept(tx))
  const said = await saidByJournal(checker, tenant)
  const isSame = (key: string): boolean => kept.get(key)?.owed === said.get(key)?.owed
  let differing = [...new Set([...kept.keys(), ...said.keys()])].filter((key) => !isSame(key))
  while (differing.length > 0 && performance.now() < until) {
    await pause(LOOK_AGAIN_AFTER_MS)
    const entryIds = differing.flatMap((key) => (said.get(key) ?? kept.get(key))?.entryId ?? [])
    kept = await checker.db.transact(tenant, (tx) => loadKept(tx, entryIds))
    differing = differing.filter((key) => !isSame(key))
  }
  return differing.map((key) => ({
    invariant: CONTACT_LINES,
    detail: `${key}: the journal says ${said.get(key)?.owed ?? 'nothing'}, kept ${kept.get(key)?.owed ?? 'nothing'}`,
  }))
}

const keyOf = (entryId: string, contactId: string): string => `entry ${entryId} of contact ${contactId}`

/** What is kept of these entries, or of all. */
async function loadKept(tx: Tx, entryIds?: readonly string[]): Promise<Debts> {
  const rows = await tx.rows<{ entry_id: string; contact_id: string; owed: string }>(
    `SELECT entry_id, contact_id, owed - settled AS owed FROM contact_entries
      WHERE business_id = $1 AND ($2::uuid[] IS NULL OR entry_id = ANY ($2))`,
    [tx.businessId, entryIds ? [...entryIds] : null],
  )
  return new Map(
    rows.map(({ entry_id: entryId, contact_id: contactId, owed }) => [
      keyOf(entryId, contactId),
      { entryId, owed: BigInt(owed) },
    ]),
  )
}

async function saidByJournal(checker: Checker, tenant: Tenant): Promise<Debts> {
  const said: Debts = new Map()
  try {
    await addLines(checker, tenant, { account: 'ACCOUNTS_RECEIVABLE', party: 'customer_id', raises: 'DEBIT' }, said)
    await addLines(checker, tenant, { account: 'ACCOUNTS_PAYABLE', party: 'vendor_id', raises: 'CREDIT' }, said)
  } catch (error) {
    // The check of the journal names it.
    if (!(error instanceof DomainError && error.errorEnum === 'BusinessNotFound')) throw error
  }
  return said
}

type Control = { account: string; party: 'customer_id' | 'vendor_id'; raises: string }

async function addLines({ ledger }: Checker, tenant: Tenant, { account, party, raises }: Control, said: Debts) {
  let cursor: string | undefined
  do {
    const { message } = await ledger.journal.ListAccountLines(
      { page: { limit: PAGE, cursor }, account_id: account, reporting_basis: 'ACCRUAL', tag_values: [] },
      { context: tenant, timeoutMs: PAGE_TIMEOUT_MS },
    )
    for (const { [party]: contactId, entry_id, amount, direction, source_type = '' } of message.data) {
      if (contactId === undefined || DOCUMENT_SOURCES.includes(source_type)) continue
      const key = keyOf(entry_id, contactId)
      const owed = (said.get(key)?.owed ?? 0n) + BigInt(direction === raises ? amount : -amount)
      said.set(key, { entryId: entry_id, owed })
    }
    cursor = message.pagination?.cursor
  } while (cursor !== undefined)
}
