/** What tests of the functions that post need: entries in a few words, as a call takes them, and all rows they leave. */
import { currentRequestId } from '@pacioli/telemetry'
import type { BusinessWrite } from '@pacioli/rpc'
import { randomUUID } from 'node:crypto'
import type { Account } from '../chart-of-accounts/account.ts'
import { loadAccounts } from '../chart-of-accounts/account.store.ts'
import { openTestBusiness, type TestLedger } from '../ledger.test-helpers.ts'
import type { AppliedTag } from '../tags/tag.ts'
import type { Basis, EntryType } from './journal-entry.ts'
import type { PostingBatch } from './posting-call.ts'
import { sampleEntry, sampleLine } from './sample-entry.test-helpers.ts'

export const NAMES = ['CASH', 'SALES', 'INVENTORY']
export const [NOW, LATER] = [new Date('2026-03-10T08:00:00Z'), new Date('2026-03-11T08:00:00Z')]

/** A business and its accounts, by their stable names. */
export type Books = { business: BusinessWrite; accounts: Map<string, Account> }

export async function openBooks(ledger: TestLedger): Promise<Books> {
  const business = await openTestBusiness(ledger)
  const found = await ledger.db.transact(business, (tx) => loadAccounts(tx, business.businessId))
  return { business, accounts: new Map(found.map((account) => [account.stableName ?? '', account])) }
}

const COLOUR = {
  dimensionId: '3e1a0d9c-2f5b-4f0e-9c55-0f6f2d1b7a10',
  key: 'colour',
  dimensionDisplayName: null,
  strictness: 'NON_BALANCING',
  balancingEpoch: null,
  valueDisplayName: null,
  archivedAt: null,
  archivedEpoch: null,
} as const

const COLOURS = {
  red: 'a1c3b7de-54c1-4a0a-8a7e-6d2c9f3e1b20',
  blue: '5b0c6f1e-9a40-4b8e-b3b7-0d7e1f2a3c40',
}

export type Sketch = {
  at: string
  /** Account, amount (a credit where it is negative). */
  lines: readonly (readonly [string, number])[]
  basis?: Basis
  type?: EntryType
  externalId?: string | null
  postingKey?: string | null
  memo?: string | null
  key?: { key: string; requestHash: string } | undefined
  /** Of the entry and its lines; posted without being defined. */
  tag?: keyof typeof COLOURS | null
}

/** Its ids are the same in whichever business it is posted. */
export type Posting = { sketch: Sketch; ids: string[]; change: Partial<PostingBatch> }

export const posting = (sketch: Sketch, change: Partial<PostingBatch> = {}): Posting => ({
  sketch,
  change,
  ids: Array.from({ length: 2 * sketch.lines.length + 3 }, () => randomUUID()),
})

export function batchOf({ business, accounts }: Books, { sketch, ids, change }: Posting): PostingBatch {
  const [id = '', eventId = '', entryTagId = '', ...lineIds] = ids
  const tags = (tagId: string): AppliedTag[] =>
    sketch.tag ? [{ ...COLOUR, id: tagId, value: sketch.tag, definitionId: COLOURS[sketch.tag] }] : []
  const entry = sampleEntry({
    id,
    businessId: business.businessId,
    ledgerId: business.businessId,
    externalId: sketch.externalId ?? null,
    postingKey: sketch.postingKey ?? null,
    entryType: sketch.type ?? 'MANUAL',
    basis: sketch.basis ?? 'BOTH',
    entryAt: new Date(sketch.at),
    recordedAt: change.now ?? NOW,
    memo: sketch.memo ?? null,
    metadata: sketch.memo ? '{"b":1,"a":2}' : null,
    referenceNumber: sketch.memo ?? null,
    sourceType: sketch.postingKey ? 'bill' : null,
    sourceId: sketch.postingKey ?? null,
    requestId: sketch.postingKey ?? undefined,
    asked: sketch.externalId ? { memo: sketch.memo ?? null } : undefined,
    tags: tags(entryTagId),
    lines: sketch.lines.map(([name, amount], index) =>
      sampleLine({
        id: lineIds[index] ?? '',
        account: accounts.get(name) ?? ({ id: randomUUID() } as Account),
        amount: Math.abs(amount),
        direction: amount < 0 ? 'CREDIT' : 'DEBIT',
        memo: index === 1 ? (sketch.memo ?? null) : null,
        documentId: index === 0 && sketch.postingKey ? id : null,
        vendorId: index === 1 && sketch.postingKey ? id : null,
        tags: tags(lineIds[sketch.lines.length + index] ?? ''),
      }),
    ),
  })
  const event = { businessId: business.businessId, aggregateType: 'entry', aggregateId: id, version: 1, createdAt: NOW }
  return {
    tenant: { clientId: business.clientId, businessId: business.businessId },
    requestId: currentRequestId(),
    booksEpoch: 1,
    decisionEpoch: 1,
    alone: false,
    now: NOW,
    slot: 0,
    idempotency: sketch.key && { ...sketch.key, operation: 'test' },
    answer: sketch.key ? '{"data":1}' : null,
    entries: [entry],
    reversed: [],
    newTags: { dimensions: [], values: [] },
    events: [
      { ...event, id: eventId, subject: 'pacioli.business.entry.posted', event: JSON.stringify({ memo: sketch.memo }) },
    ],
    ...change,
  }
}

/** What a connection that sees everything can do here. */
type Caller = { query: (sql: string, bind: unknown[]) => Promise<{ rows: unknown[] }> }

/** Every row of a business, but for what tells two businesses apart. */
export async function rowsOf(admin: Caller, { business }: Books): Promise<unknown> {
  const account = `CASE WHEN t.account_id = '00000000-0000-0000-0000-000000000000' THEN 'JOURNAL' ELSE (SELECT a.stable_name FROM accounts a WHERE a.business_id = t.business_id AND a.id = t.account_id) END`
  const left = (...columns: string[]) =>
    `(to_jsonb(t) - '{${['business_id', 'client_id', 'account_id', ...columns].join(',')}}'::text[])`
  const statements = [
    `SELECT ${left('seq')} AS row, NULL AS account FROM journal_entries t WHERE business_id = $1 ORDER BY t.seq`,
    `SELECT ${left('seq')} AS row, ${account} AS account FROM line_items t WHERE business_id = $1 ORDER BY t.seq`,
    `SELECT ${left()} AS row, NULL AS account FROM entry_tags t WHERE business_id = $1 ORDER BY t.id`,
    `SELECT ${left('seq')} AS row, ${account} AS account FROM line_item_tags t WHERE business_id = $1 ORDER BY t.id`,
    `SELECT ${left()} AS row, ${account} AS account FROM account_balances t WHERE business_id = $1 ORDER BY 2, t.tag_definition_id, t.grain, t.period, t.basis, t.slot`,
    `SELECT ${left('from_seq', 'until_seq')} AS row, ${account} AS account FROM account_day_blocks t WHERE business_id = $1 ORDER BY 2, t.day, t.from_at, t.from_seq, t.basis`,
    `SELECT ${left('position')} AS row, NULL AS account FROM events t WHERE business_id = $1 AND aggregate_type = 'entry' ORDER BY t.position`,
    `SELECT ${left('position')} AS row, NULL AS account FROM event_queue t WHERE t.business_id = $1 AND t.aggregate_type = 'entry' ORDER BY t.position`,
    `SELECT ${left()} AS row, NULL AS account FROM idempotency_keys t WHERE business_id = $1 ORDER BY t.operation, t.key`,
    `SELECT json_build_object('first', t.first_entry_at, 'large', t.large_amounts) AS row, NULL AS account FROM businesses t WHERE t.id = $1`,
  ]
  const rows = []
  for (const statement of statements) rows.push((await admin.query(statement, [business.businessId])).rows)
  return rows
}

export const sale = (more: Partial<Sketch> = {}, amount = 5): Sketch => ({
  at: '2026-03-01T10:00:00.000Z',
  lines: [
    ['CASH', amount],
    ['SALES', -amount],
  ],
  ...more,
})
