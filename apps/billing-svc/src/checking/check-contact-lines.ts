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

/** By entry and contact, what their lines add to the contact's debt. */
type Owed = Map<string, bigint>

export const CONTACT_LINES = 'journal lines on accounts payable and receivable that name a contact move its balance'

/**
 * The differences. An event may be under way, so they are looked at again until then.
 * @param until by `performance.now()` @throws ServiceUnavailable
 */
export async function checkContactLines(checker: Checker, tenant: Tenant, until: number): Promise<Violation[]> {
  for (;;) {
    // Read first: what is kept is in the journal then.
    const kept = await checker.db.transact(tenant, (tx) => loadKept(tx))
    const said = await saidByJournal(checker, tenant)
    const differing = [...new Set([...kept.keys(), ...said.keys()])].filter((key) => kept.get(key) !== said.get(key))
    if (differing.length > 0 && performance.now() < until) {
      await pause(LOOK_AGAIN_AFTER_MS)
      continue
    }
    return differing.map((key) => ({
      invariant: CONTACT_LINES,
      detail: `${key}: the journal says ${said.get(key) ?? 'nothing'}, kept ${kept.get(key) ?? 'nothing'}`,
    }))
  }
}

const keyOf = (entryId: string, contactId: string): string => `entry ${entryId} of contact ${contactId}`

async function loadKept(tx: Tx): Promise<Owed> {
  const rows = await tx.rows<{ entry_id: string; contact_id: string; owed: string }>(
    'SELECT entry_id, contact_id, owed - settled AS owed FROM contact_entries WHERE business_id = $1',
    [tx.businessId],
  )
  return new Map(rows.map((row) => [keyOf(row.entry_id, row.contact_id), BigInt(row.owed)]))
}

async function saidByJournal(checker: Checker, tenant: Tenant): Promise<Owed> {
  const said: Owed = new Map()
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

async function addLines({ ledger }: Checker, tenant: Tenant, { account, party, raises }: Control, said: Owed) {
  let cursor: string | undefined
  do {
    const { message } = await ledger.journal.ListAccountLines(
      { page: { limit: PAGE, cursor }, account_id: account, reporting_basis: 'ACCRUAL', tag_values: [] },
      { context: tenant, timeoutMs: PAGE_TIMEOUT_MS },
    )
    for (const { [party]: contactId, entry_id, amount, direction, source_type = '' } of message.data) {
      if (contactId === undefined || DOCUMENT_SOURCES.includes(source_type)) continue
      const key = keyOf(entry_id, contactId)
      said.set(key, (said.get(key) ?? 0n) + BigInt(direction === raises ? amount : -amount))
    }
    cursor = message.pagination?.cursor
  } while (cursor !== undefined)
}
