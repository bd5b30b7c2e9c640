/** Tags and concurrent postings, what the database itself refuses, and what was decided before. */
import type { BusinessWrite } from '@pacioli/rpc'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestBusiness, replicaOf, requestFor, startTestLedger, type TestLedger } from '../ledger.test-helpers.ts'
import { resolveBooks } from '../posting/resolve-books.ts'
import { postPostings } from '../posting/post-postings.ts'
import {
  announced,
  consecutive,
  definitionOf,
  dimensionOf,
  entryOf,
  lopsided,
  posted,
  refusal,
  saleOf,
  stable,
  tagging,
  violations,
  type LineInput,
  type Tag,
} from '../tags/tags.test-helpers.ts'
import {
  applyTags,
  createValue,
  deleteDimension,
  postJournalEntries,
  removeTags,
  reverseEntry,
  updateDimension,
  updateValue,
} from '../use-cases.test-helpers.ts'

let ledger: TestLedger
let admin: pg.Client
let business: BusinessWrite

beforeAll(async () => {
  ledger = await startTestLedger({ onOneShard: true })
  admin = await ledger.connect()
})
afterAll(async () => {
  await admin.end()
  await ledger.stop()
})

const open = async (): Promise<BusinessWrite> => (business = await openTestBusiness(ledger))
const post = async (input: ReturnType<typeof entryOf>) => posted(ledger, business, input)

describe('concurrently', () => {
  const rounds = [0, 1]

  test('an entry that is tagged and reversed has a reversal with the same tags', async () => {
    await open()
    for (const round of rounds) {
      const { id = '' } = await post(saleOf(5))
      await Promise.all([
        applyTags(ledger, business, tagging('JOURNAL_ENTRY', [id], [{ key: 'site', value: `s${round}` }])),
        reverseEntry(replicaOf(ledger), business, { entryId: id, memo: null }),
      ])
    }
    expect(await violations(admin, business)).toEqual([])
    for (const seen of (await announced(admin, business, 'entry')).values()) expect(seen).toEqual(consecutive(seen))
  })

  test('a dimension does not become BALANCING during a posting', async () => {
    await open()
    for (const round of rounds) {
      const tag = { key: `fund ${round}`, value: 'a' }
      const dimension_id = await dimensionOf(ledger, business, tag.key)
      const strict = { dimension_id, strictness: 'BALANCING', cleared: [] }
      const outcome = await Promise.all([
        refusal(post(entryOf(lopsided(tag)))),
        refusal(updateDimension(replicaOf(ledger), business, strict)),
      ])
      expect(outcome.sort()).toEqual(['BalancingTagViolation', 'none'])
    }
    expect(await violations(admin, business)).toEqual([])
  })

  test('a dimension is deleted or used, not both', async () => {
    await open()
    for (const round of rounds) {
      const key = `gone ${round}`
      const id = await dimensionOf(ledger, business, key)
      const [entry, deleted] = await Promise.all([
        post(saleOf(5, [{ key, value: 'a' }])),
        refusal(deleteDimension(replicaOf(ledger), business, id)),
      ])
      const isUsed = entry.transaction_tags?.[0]?.dimension_id === id
      expect([deleted, isUsed]).toEqual(isUsed ? ['TagDimensionInUse', true] : ['none', false])
    }
  })

  test('the first request with a new value creates it, and all others get it', async () => {
    await open()
    const dimension_id = await dimensionOf(ledger, business, 'team')
    for (const round of rounds) {
      const value = `v${round}`
      const tag = { key: 'team', value }
      const create = (by: typeof ledger | ReturnType<typeof replicaOf>) =>
        createValue(by, business, { dimension_id, value })
      const [one, other, entry, asked] = await Promise.all([
        create(ledger),
        create(replicaOf(ledger)),
        post(saleOf(5, [tag])),
        resolveBooks(ledger, business, [], [tag]),
      ])
      const ids = [one.data.id, other.data.id, entry.transaction_tags?.[0]?.definition_id, asked.tags[0]?.definitionId]
      expect(new Set(ids).size).toBe(1)
      expect(one.created && other.created).toBe(false)
      const dimensions = await Promise.all([1, 2].map(() => refusal(dimensionOf(ledger, business, `d${round}`))))
      expect(dimensions.sort()).toEqual(['DuplicateTagKey', 'none'])
    }
    for (const kind of ['tag_value', 'tag_dimension'])
      for (const seen of (await announced(admin, business, kind)).values()) expect(seen).toEqual([1])
  })

  test('concurrent requests that tag one entry all succeed', async () => {
    await open()
    const { id = '' } = await post(saleOf(5))
    const tag = (round: number) => tagging('JOURNAL_ENTRY', [id], [{ key: `k${round}`, value: 'x' }])
    await Promise.all(rounds.map((round) => applyTags(ledger, business, tag(round))))
    expect((await announced(admin, business, 'entry')).get(id)).toEqual([1, ...rounds.map((round) => round + 2)])
    expect(await violations(admin, business)).toEqual([])
  })
})

describe('the database itself', () => {
  /** Runs a statement as the service's role, as if the core had let it pass, and takes it back. */
  async function bypassing(sql: string, bind: unknown[]): Promise<string> {
    const app = await ledger.connect('service')
    try {
      await app.query('BEGIN')
      const tenant = [business.clientId, business.businessId]
      await app.query(`SELECT set_config('app.client_id', $1, true), set_config('app.business_id', $2, true)`, tenant)
      await app.query(sql, bind)
      return 'accepted'
    } catch (error) {
      return (error as pg.DatabaseError).constraint ?? String(error)
    } finally {
      await app.end()
    }
  }

  const valueIn = async (dimension_id: string): Promise<string> =>
    (await createValue(ledger, business, { dimension_id, value: 'a' })).data.id ?? ''

  test('refuses tags on only some lines of an entry, under a BALANCING dimension', async () => {
    await open()
    const [fund, site] = [
      await dimensionOf(ledger, business, 'fund', 'BALANCING'),
      await dimensionOf(ledger, business, 'site'),
    ]
    const { id } = await post(saleOf(5))
    const add = `INSERT INTO line_item_tags (business_id, line_id, dimension_id, definition_id, id, entry_id, account_id, entry_at, seq)
      SELECT l.business_id, l.id, $3, $4, gen_random_uuid(), l.entry_id, l.account_id, l.entry_at, l.seq
        FROM line_items l WHERE l.business_id = $1 AND l.entry_id = $2 AND l.position < $5`
    const balancing = [business.businessId, id, fund, await valueIn(fund)]
    expect(await bypassing(add, [...balancing, 1])).toBe('line_item_tags_balance')
    expect(await bypassing(add, [...balancing, 2])).toBe('accepted')
    expect(await bypassing(add, [business.businessId, id, site, await valueIn(site), 1])).toBe('accepted')
  })

  test('refuses their removal from only some lines', async () => {
    await open()
    await dimensionOf(ledger, business, 'fund', 'BALANCING')
    const { id } = await post(saleOf(5, [{ key: 'fund', value: 'a' }]))
    const remove = `DELETE FROM line_item_tags t USING line_items l
      WHERE t.business_id = $1 AND t.entry_id = $2 AND l.business_id = t.business_id AND l.id = t.line_id AND l.position < $3`
    expect(await bypassing(remove, [business.businessId, id, 1])).toBe('line_item_tags_balance')
    expect(await bypassing(remove, [business.businessId, id, 2])).toBe('accepted')
  })

  test('keeps a record of every change of the tags of an entry', async () => {
    await open()
    const { id = '' } = await post(saleOf(5))
    const input = tagging('JOURNAL_ENTRY', [id], [{ key: 'site', value: 'a' }])
    for (const change of [applyTags, applyTags, removeTags, removeTags]) await change(ledger, business, input)
    const definition = await definitionOf(admin, business, { key: 'site', value: 'a' })
    const { rows } = await admin.query(
      `SELECT revision, applied_definition_ids AS applied, removed_definition_ids AS removed
         FROM entry_tag_changes WHERE entry_id = $1 ORDER BY revision`,
      [id],
    )
    expect(rows).toEqual([
      { revision: 1, applied: [definition], removed: [] },
      { revision: 2, applied: [], removed: [definition] },
    ])
    for (const sql of ['DELETE FROM entry_tag_changes', 'UPDATE entry_tag_changes SET revision = 9'])
      expect(await bypassing(sql, [])).toContain('permission denied')
  })
})

describe('a service that queries the books', () => {
  const posting = (posting_key: string, line_items: LineInput[], tags: (Tag & { definition_id?: string })[] = []) => ({
    posting_key,
    source_type: 'bill',
    source_id: posting_key,
    entry_type: 'MANUAL',
    basis: 'BOTH',
    agent: 'API',
    entry_at: '2026-01-15T12:00:00Z',
    line_items,
    tags,
  })

  test('gets the tags it names in their order, created if they did not exist', async () => {
    await open()
    await dimensionOf(ledger, business, 'fund', 'BALANCING')
    const names = { dimension_display_name: 'Site', value_display_name: 'North' }
    const inputs = [
      { key: 'site', value: 'north', ...names },
      { key: 'fund', value: 'a' },
    ]
    const { tags } = await resolveBooks(ledger, business, [stable('CASH')], inputs)
    expect(tags).toMatchObject([
      { key: 'site', dimensionDisplayName: 'Site', valueDisplayName: 'North', strictness: 'NON_BALANCING' },
      { key: 'fund', value: 'a', strictness: 'BALANCING' },
    ])
    const again = await resolveBooks(ledger, business, [], inputs.toReversed())
    expect(again.tags).toEqual(tags.toReversed())
    expect([...(await announced(admin, business, 'tag_value')).values()]).toEqual([[1], [1]])
  })

  test('is refused archived values, and gets several of one dimension, one for each line', async () => {
    await open()
    const dimension_id = await dimensionOf(ledger, business, 'site')
    await createValue(ledger, business, { dimension_id, value: 'old', is_archived: true })
    expect(await refusal(resolveBooks(ledger, business, [], [{ key: 'site', value: 'old' }]))).toBe('TagValueArchived')
    const two = ['a', 'b'].map((value) => ({ key: 'site', value }))
    expect((await resolveBooks(ledger, business, [], two)).tags.map(({ value }) => value)).toEqual(['a', 'b'])
  })

  test('posts what it decided, though a value was archived and a dimension made BALANCING since', async () => {
    await open()
    const [old, fund] = [
      { key: 'site', value: 'old' },
      { key: 'fund', value: 'a' },
    ]
    const before = await resolveBooks(ledger, business, [stable('CASH')], [old, fund])
    const [{ definitionId = '' } = {}, { dimensionId = '' } = {}] = before.tags
    await updateValue(ledger, business, { definition_id: definitionId, is_archived: true, cleared: [] })
    const strict = { dimension_id: dimensionId, strictness: 'BALANCING', cleared: [] }
    await updateDimension(ledger, business, strict)
    const after = await resolveBooks(ledger, business, [stable('CASH')])

    const late = async (entry: ReturnType<typeof posting>) =>
      refusal(postPostings(ledger, business, { decisionEpoch: after.epoch, postings: [entry] }))
    expect(await late(posting('archived', saleOf(5).line_items, [old]))).toBe('TagValueArchived')
    expect(await late(posting('lopsided', lopsided(fund)))).toBe('BalancingTagViolation')

    const postings = [posting('decided', lopsided(fund), [old])]
    await postPostings(ledger, business, { decisionEpoch: before.epoch, postings })
    expect(await late({ ...posting('undo', []), reverses: 'decided' } as ReturnType<typeof posting>)).toBe('none')
    expect(await violations(admin, business)).toEqual([])
    await updateDimension(ledger, business, { ...strict, strictness: 'NON_BALANCING' })
    expect(await refusal(updateDimension(ledger, business, strict))).toBe('BalancingTagViolation')
  })

  test('posts under the values it decided, however they are named since', async () => {
    await open()
    const tag = { key: 'dept', value: 'x' }
    const asked = await resolveBooks(ledger, business, [], [tag])
    const [{ definitionId = '', dimensionId = '' } = {}] = asked.tags
    await updateDimension(ledger, business, { dimension_id: dimensionId, key: 'department', cleared: [] })
    await updateValue(ledger, business, { definition_id: definitionId, value: 'y', cleared: [] })
    const meant = [{ ...tag, definition_id: definitionId }]
    const postings = [
      posting('renamed', saleOf(5).line_items, meant),
      posting('foreign', saleOf(5).line_items, [{ ...tag, definition_id: ledger.newId() }]),
    ]
    await postPostings(ledger, business, { decisionEpoch: asked.epoch, postings: postings.slice(0, 1) })
    const { rows } = await admin.query('SELECT definition_id FROM entry_tags WHERE business_id = $1', [
      business.businessId,
    ])
    expect(rows).toEqual([{ definition_id: definitionId }])
    expect(await definitionOf(admin, business, tag)).toBe('')
    await postPostings(ledger, business, { decisionEpoch: asked.epoch, postings: postings.slice(1) })
    expect(await definitionOf(admin, business, tag)).not.toBe('')
    expect(await violations(admin, business)).toEqual([])
  })
})

test('what a posting defines is announced before the entry that carries it', async () => {
  await open()
  const { id } = await post(saleOf(5, [{ key: 'site', value: 'a' }]))
  type Row = { type: string; id: string; subject: string; tags: unknown }
  const { rows } = await admin.query<Row>(
    `SELECT aggregate_type AS type, aggregate_id AS id, subject, event::json -> 'data' -> 'transaction_tags' AS tags
       FROM events WHERE business_id = $1 AND aggregate_type NOT IN ('business', 'chart') ORDER BY position`,
    [business.businessId],
  )
  expect(rows.map(({ type, subject }) => [type, subject.split('.').slice(2, 4).join('.')])).toEqual([
    ['tag_dimension', 'tag_dimension.created'],
    ['tag_value', 'tag_value.created'],
    ['entry', 'entry.posted'],
  ])
  const [dimension, value, entry] = rows
  expect(entry?.id).toBe(id)
  expect(entry?.tags).toEqual([{ key: 'site', value: 'a', dimension_id: dimension?.id, definition_id: value?.id }])
})

test('a request does not tag more lines than fit into an answer', async () => {
  await open()
  const { id = '' } = await post(entryOf(Array.from({ length: 500 }, () => saleOf(5).line_items).flat()))
  const tags = Array.from({ length: 11 }, (_, index) => ({ key: `k${index}`, value: 'a' }))
  const tag = (some: Tag[]) => applyTags(ledger, business, tagging('JOURNAL_ENTRY', [id], some))
  expect(await refusal(tag(tags))).toBe('PayloadTooLarge')
  expect((await tag(tags.slice(0, 1))).data).toHaveLength(1)
})

test('a write whose answer would be too long is refused', async () => {
  await open()
  const long = (mark: string): string => mark + '漢'.repeat(254)
  const longTags = (marks: string) =>
    [...marks].map((mark) => ({
      key: long(mark),
      value: long('v'),
      dimension_display_name: long('d'),
      value_display_name: long('w'),
    }))
  const lines = Array.from({ length: 500 }, () => saleOf(1).line_items).flat()
  const wide = entryOf(lines, longTags('12345'))
  expect(await refusal(postJournalEntries(ledger, business, [wide, wide]))).toBe('PayloadTooLarge')
  const halves = [1, 2].map(() => entryOf(lines.slice(0, 250)))
  const { data } = await postJournalEntries(ledger, business, halves)
  const ids = data.flatMap((entry) => entry.line_items ?? []).map(({ id }) => id ?? '')
  const tag = (marks: string) => applyTags(ledger, business, tagging('LINE_ITEM', ids, longTags(marks)))
  expect((await tag('abcdefgh')).data).toHaveLength(500)
  expect(await refusal(tag('ABCDEFGH'))).toBe('PayloadTooLarge')
  const { rows } = await admin.query('SELECT count(*)::integer FROM entry_tag_changes WHERE business_id = $1', [
    business.businessId,
  ])
  expect(rows).toEqual([{ count: 2 }])
}, 60_000)

test('no client changes the tags of the business of another', async () => {
  const theirs = await open()
  const {
    id = '',
    line_items: lines = [],
    transaction_tags: tags = [],
  } = await post(saleOf(5, [{ key: 'site', value: 'a' }]))
  const mine = await openTestBusiness(ledger)
  const me = requestFor(mine.clientId, mine.businessId)
  const site = [{ key: 'site', value: 'b' }]
  const { definition_id = '', dimension_id = '' } = tags[0] ?? {}
  const attempts = [
    applyTags(ledger, me, tagging('JOURNAL_ENTRY', [id], site)),
    removeTags(ledger, me, tagging('LINE_ITEM', [lines[0]?.id ?? ''], site)),
    updateValue(ledger, me, { definition_id, value: 'stolen', cleared: [] }),
    createValue(ledger, me, { dimension_id, value: 'x' }),
    updateDimension(ledger, me, { dimension_id, key: 'x', cleared: [] }),
    deleteDimension(ledger, me, dimension_id),
  ]
  expect(await Promise.all(attempts.map(refusal))).toEqual([
    ...['EntityNotFound', 'EntityNotFound', 'TagValueNotFound'],
    ...['TagDimensionNotFound', 'TagDimensionNotFound', 'TagDimensionNotFound'],
  ])
  expect((await announced(admin, theirs, 'entry')).get(id)).toEqual([1])
})
