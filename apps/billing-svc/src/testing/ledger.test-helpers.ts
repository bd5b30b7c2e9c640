/** Queries and changes of a test business in the ledger. */
import {
  AccountingConfigurationService,
  ChartOfAccountsService,
  TagsService,
  type LedgerEntry__Output,
} from '@pacioli/protos/ledger'
import { clientOfService, type BusinessWrite } from '@pacioli/rpc'
import { waitFor } from '@pacioli/testing'
import type { Source } from '@pacioli/postings'
import type { TestBilling } from './billing.test-helpers.ts'

export type Basis = 'ACCRUAL' | 'CASH'

const contextOf = ({ clientId, businessId }: BusinessWrite) => ({ context: { clientId, businessId } })

/** Balances of accounts, by stable name, each in its own normality. */
export async function balancesOf(
  billing: TestBilling,
  request: BusinessWrite,
  basis: Basis,
  stableNames: readonly string[],
): Promise<number[]> {
  const identifiers = stableNames.map((stable_name) => ({ type: 'StableName', stable_name }))
  const books = await billing.postingSession.askBooks(request, {
    accounts: identifiers.map((identifier) => ({ identifier })),
  })
  const { message } = await billing.ledger.postings.GetBalances(
    { account_ids: identifiers.map((identifier) => books.account(identifier).id), reporting_basis: basis },
    contextOf(request),
  )
  return message.data.map(({ balance }) => balance)
}

/** All entries of the business, in the order of their times. */
export async function allEntries(billing: TestBilling, request: BusinessWrite): Promise<LedgerEntry__Output[]> {
  const entries: LedgerEntry__Output[] = []
  for (let cursor: string | undefined; ;) {
    const { message } = await billing.ledger.journal.ListEntries(
      { page: { limit: 500, sort_order: 'ASC', ...(cursor === undefined ? {} : { cursor }) } },
      contextOf(request),
    )
    entries.push(...message.data)
    cursor = message.pagination?.cursor
    if (cursor === undefined) return entries
  }
}

/**
 * Entries of a document, reversals too, in the order of their times; others of the business are not read. The check of the
 * whole business shows that the journal has nothing else of it.
 */
export async function entriesOf(
  { db, ledger }: TestBilling,
  request: BusinessWrite,
  documentId: string | undefined,
): Promise<LedgerEntry__Output[]> {
  const posted = await db.transact(request, (tx) =>
    tx.rows<{ entry_id: string }>(
      `SELECT entry_id FROM postings WHERE business_id = $1 AND source_id = $2 AND entry_id IS NOT NULL ORDER BY seq`,
      [request.businessId, documentId ?? null],
    ),
  )
  const answers = await Promise.all(
    posted.map(({ entry_id }) => ledger.journal.GetEntry({ entry_id }, contextOf(request))),
  )
  return answers
    .flatMap(({ message }) => message.data ?? [])
    .sort((one, other) => Date.parse(one.entry_at) - Date.parse(other.entry_at))
}

/** A line as text: `Dr RENT 100 region=north`. */
const inWords = (line: LedgerEntry__Output['line_items'][number]): string =>
  [
    line.direction === 'DEBIT' ? 'Dr' : 'Cr',
    line.account?.stable_name?.stable_name ?? line.account?.name,
    line.amount,
    ...line.transaction_tags.map(({ key, value }) => `${key}=${value}`).sort(),
  ].join(' ')

export type EntryInWords = { basis: string; at: string; lines: string[] }

/** The standing entries of a document, neither reversals nor reversed, by basis and time, with their lines as text. */
export async function standingEntries(
  billing: TestBilling,
  request: BusinessWrite,
  documentId: string,
): Promise<EntryInWords[]> {
  return (await entriesOf(billing, request, documentId))
    .filter((entry) => !entry.reversal_id && !entry.reversal_of_id)
    .map(({ basis, entry_at, line_items }) => ({ basis, at: entry_at, lines: line_items.map(inWords).sort() }))
    .sort((one, other) => (one.basis + one.at < other.basis + other.at ? -1 : 1))
}

/** Payable and receivable lines of each entry of a document: `Dr 60` and the document that the line belongs to. */
export async function debtsOf(billing: TestBilling, request: BusinessWrite, documentId: string): Promise<string[][]> {
  return (await entriesOf(billing, request, documentId))
    .map(({ line_items }) => line_items.filter(({ document_id }) => document_id !== undefined))
    .filter((lines) => lines.length > 0)
    .map((lines) =>
      lines.map(({ direction, amount, document_id }) =>
        [direction === 'DEBIT' ? 'Dr' : 'Cr', amount, document_id].join(' '),
      ),
    )
}

/**
 * Changes of accounts, by stable name, in both books from now on: other tests use the same business.
 * @returns a function that returns the changes so far
 */
export async function changesOn(
  billing: TestBilling,
  { request }: { request: BusinessWrite },
  stableNames: readonly string[],
): Promise<() => Promise<Record<string, [accrual: number, cash: number]>>> {
  const now = () =>
    Promise.all((['ACCRUAL', 'CASH'] as const).map((basis) => balancesOf(billing, request, basis, stableNames)))
  const before = await now()
  return async () => {
    const after = await now()
    const change = (book: number, index: number) => (after[book]?.[index] ?? 0) - (before[book]?.[index] ?? 0)
    return Object.fromEntries(stableNames.map((name, index) => [name, [change(0, index), change(1, index)]]))
  }
}

/** Waits until the ledger has all staged postings of the business. */
export async function waitUntilPosted(billing: TestBilling, request: BusinessWrite): Promise<void> {
  await waitFor('every posting', async () => {
    const sources = await billing.db.transact(request, (tx) =>
      tx.rows<Source>(
        `SELECT DISTINCT source_type AS type, source_id AS id FROM postings WHERE business_id = $1 AND status <> 'POSTED'`,
        [request.businessId],
      ),
    )
    return (await billing.postingSession.deliver(request, sources)) === 'posted'
  })
}

/** Nothing is posted at or before this from now on. */
export async function closeBooks(billing: TestBilling, request: BusinessWrite, closing_date: string): Promise<void> {
  const { client, close } = clientOfService(AccountingConfigurationService, {
    target: billing.ledgerProcess.target,
    count: 1,
  })
  await client.UpdateAccountingConfiguration({ closing_date }, contextOf(request)).finally(close)
}

/** @param account_id or a stable name */
export async function archiveAccount(billing: TestBilling, request: BusinessWrite, account_id: string): Promise<void> {
  const { client, close } = clientOfService(ChartOfAccountsService, { target: billing.ledgerProcess.target, count: 1 })
  await client.UpdateAccount({ account_id, archived: true }, contextOf(request)).finally(close)
}

/** A dimension whose values must balance in every entry. */
export async function balancingDimension(billing: TestBilling, request: BusinessWrite, key: string): Promise<void> {
  const { client, close } = clientOfService(TagsService, { target: billing.ledgerProcess.target, count: 1 })
  await client.CreateTagDimension({ key, strictness: 'BALANCING' }, contextOf(request)).finally(close)
}

/** Archives the tag value. */
export async function archiveTag(billing: TestBilling, request: BusinessWrite, definition_id: string): Promise<void> {
  const { client, close } = clientOfService(TagsService, { target: billing.ledgerProcess.target, count: 1 })
  await client.UpdateTagValue({ definition_id, is_archived: true }, contextOf(request)).finally(close)
}

/** As if the ledger had refused a document's posting. */
export async function failPostings({ db }: TestBilling, request: BusinessWrite, sourceId: string): Promise<void> {
  await db.transact(request, (tx) =>
    tx.rows(
      `UPDATE postings SET status = 'FAILED', failed_at = now(), entry_id = NULL, posted_at = NULL,
                           error_enum = 'InternalError', error_description = 'Refused.'
        WHERE business_id = $1 AND source_id = $2`,
      [request.businessId, sourceId],
    ),
  )
}

/** Events of a document, in the order of its versions, on whichever node they are. */
export async function announced(
  billing: TestBilling,
  documentId: string,
): Promise<{ type: string; data: Record<string, unknown> }[]> {
  const nodes = await billing.relayDb.nodes()
  const found = nodes.map((node) =>
    node.call<{ event: string }>('SELECT event FROM events WHERE aggregate_id = $1 ORDER BY version', [documentId]),
  )
  return (await Promise.all(found))
    .flat()
    .map(({ event }) => JSON.parse(event) as { type: string; data: Record<string, unknown> })
}
