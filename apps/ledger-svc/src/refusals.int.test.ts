/** What the journal and closings refuse, one case each, with the field that is wrong; nothing is written. */
import type { BusinessWrite } from '@pacioli/rpc'
import { digestOf, refusalsOf } from '@pacioli/testing'
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asked, fresh, sale, Scene, tag } from './closing/closing.test-helpers.ts'
import type { ClosingRequest } from './closing/closing.ts'
import { startTestLedger, type TestLedger } from './ledger.test-helpers.ts'
import { entryOf, line, saleOf, stable } from './tags/tags.test-helpers.ts'
import {
  archiveBusiness,
  closeRetainedEarnings,
  createAccount,
  createDimension,
  getClosing,
  getEntry,
  listAccountLines,
  listEntries,
  postJournalEntries,
  postJournalEntry,
  previewClosing,
  reverseClosing,
  reverseEntry,
  updateAccount,
  updateConfiguration,
} from './use-cases.test-helpers.ts'

const MAX = Number.MAX_SAFE_INTEGER
const NOBODY = randomUUID()
const CLOSED_THROUGH = '2025-02-28'
const TWICE = [...tag('store', 'one'), ...tag('store', 'two')]
const ARCHIVED_TAG = tag('note', 'x')

let ledger: TestLedger
let admin: pg.Client
/** In use, closed through February 2025, and 2025 is closed to retained earnings. */
let business: BusinessWrite
let archived: BusinessWrite
let closingId: string
let entryId: string
let oldEquity: string
let before: unknown

const digests = () => Promise.all([business, archived].map((one) => digestOf(ledger.adminUrl, one.businessId)))
const byId = (id: string) => ({ type: 'AccountId', id })

beforeAll(async () => {
  ledger = await startTestLedger({ onOneShard: true })
  admin = await ledger.connect()
  const scene = new Scene(ledger, admin)
  business = await scene.booksOf([sale(100)])
  archived = await scene.booksOf([sale(100)])
  await closeRetainedEarnings(ledger, fresh(business), asked())
  const { data } = await closeRetainedEarnings(ledger, fresh(archived), asked())
  closingId = data?.[0]?.id ?? ''
  const posted = await postJournalEntry(ledger, fresh(archived), saleOf(1))
  entryId = posted.data.id ?? ''
  await archiveBusiness(ledger, fresh(archived))
  const account = await createAccount(ledger, fresh(business), { name: 'Old', account_subtype: 'OTHER_EQUITY' })
  oldEquity = account.data?.id?.id ?? ''
  await updateAccount(ledger, fresh(business), { account_id: oldEquity, archived: true, cleared: [], parent_id: null })
  await createDimension(ledger, fresh(business), { key: 'fund', strictness: 'BALANCING', defined_values: [] })
  await admin.query(
    `UPDATE tag_definitions v SET archived_at = now(), archived_epoch = 1 FROM tag_dimensions d
      WHERE v.business_id = $1 AND d.business_id = $1 AND d.id = v.dimension_id AND d.key = 'note' AND v.value = 'x'`,
    [business.businessId],
  )
  await updateConfiguration(ledger, fresh(business), { closing_date: CLOSED_THROUGH, cleared: [] })
  before = await digests()
})
afterAll(async () => {
  await admin.end()
  await ledger.stop()
})

type Case = [useCase: string, error: string, field: string | undefined, ask: () => Promise<unknown>]

const refuses = (cases: readonly Case[]): void =>
  test.each(cases)('%s: %s of %s', async (_useCase, error, field, ask) => {
    expect(await refusalsOf(ask())).toEqual([[error, field]])
  })

describe('an entry', () => {
  type Input = ReturnType<typeof entryOf>
  const cash = line('CASH', 'DEBIT', 1)
  const sales = line('SALES', 'CREDIT', 1)
  const on = (account_identifier: object) => ({ ...sales, account_identifier }) as typeof sales
  const cases: [error: string, field: string, input: () => Input][] = [
    ['UnbalancedEntry', 'line_items', () => entryOf([line('CASH', 'DEBIT', 2), sales])],
    ['UnbalancedEntry', 'line_items', () => entryOf([cash, line('SALES', 'DEBIT', 1)])],
    ['UnbalancedEntry', 'line_items', () => entryOf([cash])],
    ['AccountArchived', 'line_items.1.account_identifier', () => entryOf([cash, on(byId(oldEquity))])],
    ['AccountNotFound', 'line_items.1.account_identifier', () => entryOf([cash, on(byId(NOBODY))])],
    ['AccountNotFound', 'line_items.1.account_identifier', () => entryOf([cash, on(stable('CHSA'))])],
    ['DuplicateTagDimension', 'tags.1', () => saleOf(1, TWICE)],
    [
      'DuplicateTagDimension',
      'line_items.1.tags.0',
      () => entryOf([cash, line('SALES', 'CREDIT', 1, tag('store', 'two'))], tag('store', 'one')),
    ],
    ['TagValueArchived', 'tags.0', () => saleOf(1, ARCHIVED_TAG)],
    ['BalancingTagViolation', 'line_items', () => entryOf([line('CASH', 'DEBIT', 1, tag('fund', 'a')), sales])],
    ['PeriodClosed', 'entry_at', () => entryOf([cash, sales], [], `${CLOSED_THROUGH}T23:59:59.999Z`)],
    [
      'AmountOutOfRange',
      'line_items',
      () =>
        entryOf([
          line('CASH', 'DEBIT', MAX),
          line('TIPS', 'DEBIT', 1),
          line('SALES', 'CREDIT', MAX),
          line('COGS', 'CREDIT', 1),
        ]),
    ],
  ]

  refuses(
    cases.flatMap(([error, field, input]): Case[] => [
      ['postJournalEntry', error, field, () => postJournalEntry(ledger, fresh(business), input())],
      [
        'postJournalEntries',
        error,
        `1.${field}`,
        () => postJournalEntries(ledger, fresh(business), [saleOf(1), input()]),
      ],
    ]),
  )

  const nobody = () => ({ ...fresh(business), businessId: NOBODY })
  const undo = (request: BusinessWrite, id: string) => reverseEntry(ledger, request, { entryId: id, memo: null })
  const lines = (accountId: string) => listAccountLines(ledger, business, { page: {}, accountId })
  refuses([
    // The journal holds 200 already, of the sale and of its closing.
    [
      'postJournalEntry',
      'AmountOutOfRange',
      'line_items',
      () => postJournalEntry(ledger, fresh(business), saleOf(MAX)),
    ],
    [
      'postJournalEntries',
      'AmountOutOfRange',
      'line_items',
      () => postJournalEntries(ledger, fresh(business), [saleOf(MAX)]),
    ],
    ['postJournalEntry', 'BusinessArchived', undefined, () => postJournalEntry(ledger, fresh(archived), saleOf(1))],
    [
      'postJournalEntries',
      'BusinessArchived',
      undefined,
      () => postJournalEntries(ledger, fresh(archived), [saleOf(1)]),
    ],
    ['reverseEntry', 'BusinessArchived', undefined, () => undo(fresh(archived), entryId)],
    ['postJournalEntries', 'BusinessNotFound', 'businessId', () => postJournalEntries(ledger, nobody(), [saleOf(1)])],
    ['reverseEntry', 'BusinessNotFound', 'businessId', () => undo(nobody(), entryId)],
    ['getEntry', 'BusinessNotFound', 'businessId', () => getEntry(ledger, nobody(), entryId)],
    ['getEntry', 'EntryNotFound', 'entryId', () => getEntry(ledger, business, entryId)],
    ['reverseEntry', 'EntryNotFound', 'entryId', () => undo(fresh(business), entryId)],
    ['listAccountLines', 'AccountNotFound', 'accountId', () => lines(NOBODY)],
    ['listEntries', 'BusinessNotFound', 'businessId', () => listEntries(ledger, nobody(), { page: {} })],
  ])
})

describe('a closing', () => {
  const target = 'retained_earnings_target_account'
  const start = 'ledger_activity_start_timestamp'
  const through = (effectiveDate: string) => ({ through: { effectiveDate } })
  const cases: [error: string, field: string | undefined, request: () => Partial<ClosingRequest>][] = [
    ['AccountNotFound', target, () => ({ target: byId(NOBODY) })],
    ['AccountTypeMismatch', target, () => ({ target: stable('CASH') })],
    ['AccountArchived', target, () => ({ target: byId(oldEquity) })],
    ['TagValueNotFound', 'override_default_tagging_strategy.0', () => ({ override: tag('store', 'none') })],
    ['InvalidPayload', start, () => ({ startsAt: new Date('2026-01-01T00:00:00Z') })],
    ['ClosingOverlap', 'effective_date', () => through('2025-06-30')],
    ['ClosingOverlap', start, () => ({ through: { year: 2026 }, startsAt: new Date('2025-06-01T00:00:00Z') })],
    ['PeriodClosed', 'effective_date', () => through(CLOSED_THROUGH)],
  ]

  refuses(
    cases.flatMap(([error, field, request]): Case[] => [
      ['previewClosing', error, field, () => previewClosing(ledger, business, asked(request()))],
      ['closeRetainedEarnings', error, field, () => closeRetainedEarnings(ledger, fresh(business), asked(request()))],
    ]),
  )

  const reverse = (request: BusinessWrite) => reverseClosing(ledger, request, { closingId, memo: null })
  refuses([
    ['previewClosing', 'BusinessArchived', undefined, () => previewClosing(ledger, archived, asked())],
    [
      'closeRetainedEarnings',
      'BusinessArchived',
      undefined,
      () => closeRetainedEarnings(ledger, fresh(archived), asked()),
    ],
    ['reverseClosing', 'BusinessArchived', undefined, () => reverse(fresh(archived))],
  ])

  test('of an archived business can be read', async () => {
    expect((await getClosing(ledger, archived, closingId)).id).toBe(closingId)
  })
})

test('what was refused has left everything as it was', async () => {
  expect(await digests()).toEqual(before)
})
