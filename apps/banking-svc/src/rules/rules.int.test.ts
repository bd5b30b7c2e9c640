/** Categorization rules: created, read, changed, deleted. */
import { randomUUID } from 'node:crypto'
import { refusalsOf } from '@pacioli/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestBusiness, startTestBanking, type TestBanking } from '../banking.test-helpers.ts'
import { announced, openTestAccount } from '../bank-accounts/bank-accounts.test-helpers.ts'
import {
  EXCLUSION,
  FEES,
  importOne,
  openTestBooks,
  RENT,
  type TestBooks,
} from '../categorization/categorization.test-helpers.ts'
import { replayBusiness } from '../replay/replay-aggregates.ts'
import { MAX_PRIORITY, MAX_RULES } from './rule.ts'
import { changeOf, makeRule, readRule, ruleInput, type Change, type RuleInput } from './rules.test-helpers.ts'
import { createRule, deleteRule, getRule, listRules, updateRule } from '../use-cases.test-helpers.ts'

let banking: TestBanking
let books: TestBooks
let sound: { id: string }
beforeAll(async () => {
  banking = await startTestBanking()
  books = await openTestBooks(banking)
  sound = await makeRule(banking, books.request)
})
afterAll(() => banking.stop())

const create = (input: RuleInput = {}, key?: string) => createRule(banking, keyed(key), ruleInput(input))
const update = (rule: { id: string }, change: Change, key?: string) =>
  updateRule(banking, keyed(key), changeOf(rule, change))
const keyed = (key?: string) => ({
  ...books.request,
  idempotency: key === undefined ? undefined : { key, operation: 'test', requestHash: 'h' },
})

describe('a rule', () => {
  test('is read as it was created, with every field', async () => {
    const { counterpartyId } = await importOne(banking, books, { counterparty_name: 'Landlord' })
    const conditions = {
      description_contains: 'a',
      description_equals: 'b',
      description_regex: 'c|C',
      merchant_name_contains: 'd',
      merchant_name_regex: 'e+',
      amount_min: 0,
      amount_max: 2 ** 53 - 1,
      direction: 'CREDIT',
      bank_account_ids: [books.account.bankAccountId],
      external_account_ids: [books.account.externalAccountId],
      counterparty_id: counterpartyId ?? '',
      counterparty_name_contains: 'f',
    }
    const { data, created } = await create({
      external_id: 'all',
      name: 'All',
      priority: 7,
      is_active: false,
      conditions,
      tags: [{ key: 'team', value: 'Field' }],
      tax_code: 'T',
      memo: '',
    })
    expect(created).toBe(true)
    expect(data).toMatchObject({
      external_id: 'all',
      name: 'All',
      priority: 7,
      is_active: false,
      conditions,
      category: { type: 'AccountId', id: books.rent, stable_name: RENT.stable_name },
      tags: [{ key: 'team', value: 'Field' }],
      tax_code: 'T',
      memo: '',
      is_applying: false,
    })
    expect(await readRule(banking, books.request, data as { id: string })).toEqual(data)
    expect((await getRule(banking, books.request, data?.id ?? '')).data).toEqual(data)
  })

  test('may exclude, or only add details', async () => {
    expect((await makeRule(banking, books.request, { category: EXCLUSION })).category).toEqual({ type: 'Exclusion' })
    expect((await makeRule(banking, books.request, { category: null, memo: 'm' })).category).toBeUndefined()
  })

  test('created twice with an external_id is created once, even if it would be refused by now', async () => {
    const first = await create({ external_id: 'twice', name: 'First' })
    expect(await create({ external_id: 'twice', name: 'First', is_active: true })).toMatchObject({
      created: false,
      data: first.data,
    })
    const other = { name: 'First', category: { type: 'StableName', stable_name: 'GONE' } }
    expect(await refusalsOf(create({ external_id: 'twice', ...other }))).toEqual([
      ['ExternalIdReused', 'category.stable_name'],
    ])
  })

  test('created concurrently with an external_id is created once; with a key, each gets the first answer', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => create({ external_id: 'race' })))
    expect(new Set(answers.map(({ data }) => data?.id)).size).toBe(1)
    expect(answers.filter(({ created }) => created)).toHaveLength(1)
    const keys = await Promise.all(Array.from({ length: 4 }, () => create({ name: 'Keyed' }, 'key')))
    expect(new Set(keys.map(({ data }) => data?.id)).size).toBe(1)
  })

  test('that was deleted frees its external_id', async () => {
    const { data } = await create({ external_id: 'free' })
    await deleteRule(banking, books.request, data?.id ?? '')
    expect((await create({ external_id: 'free' })).created).toBe(true)
  })

  test('without a priority comes last, or shares the largest possible one', async () => {
    const request = await openTestBusiness(banking)
    expect((await makeRule(banking, request)).priority).toBe(10)
    expect((await makeRule(banking, request)).priority).toBe(20)
    await makeRule(banking, request, { priority: MAX_PRIORITY })
    expect((await makeRule(banking, request)).priority).toBe(MAX_PRIORITY)
  })

  const REFUSED: [string, RuleInput, unknown[]][] = [
    [
      'an account that is not there',
      { category: { type: 'AccountId', id: randomUUID() } },
      ['AccountNotFound', 'category'],
    ],
    [
      'two values of a dimension',
      { tags: ['a', 'b'].map((value) => ({ key: 'k', value })) },
      ['DuplicateTagDimension', 'tags.1'],
    ],
    [
      'an expression that cannot be',
      { conditions: { description_regex: '(' } },
      ['InvalidRegex', 'conditions.description_regex'],
    ],
    [
      'a half escape',
      { conditions: { merchant_name_regex: 'a\\' } },
      ['InvalidRegex', 'conditions.merchant_name_regex'],
    ],
    ['a NUL', { conditions: { merchant_name_regex: 'a\0' } }, ['InvalidRegex', 'conditions.merchant_name_regex']],
    [
      'too long an expression',
      { conditions: { description_regex: 'a'.repeat(1_001) } },
      ['InvalidRegex', 'conditions.description_regex'],
    ],
    [
      'an unknown bank account',
      { conditions: { bank_account_ids: ['x'] } },
      ['BankAccountNotFound', 'conditions.bank_account_ids.0'],
    ],
    ['no condition', { conditions: {} }, ['InvalidPayload', 'conditions']],
    ['nothing to say', { category: null }, ['InvalidPayload', 'category']],
    [
      'amounts that cannot be',
      { conditions: { amount_min: 2, amount_max: 1 } },
      ['InvalidPayload', 'conditions.amount_max'],
    ],
  ]
  test.each(REFUSED)('is refused for %s, new or changed', async (_what, input, refusal) => {
    expect(await refusalsOf(create(input))).toEqual([refusal])
    const { category, ...rest } = input
    const change =
      category === null ? { ...rest, cleared: ['category'] } : { ...rest, ...(category ? { category } : {}) }
    expect(await refusalsOf(update(sound, change))).toEqual([refusal])
  })

  test('that was refused a change is as it was', async () => {
    expect(await readRule(banking, books.request, sound)).toEqual(sound)
  })

  test('may have an expression of a thousand characters', async () => {
    const description_regex = 'a'.repeat(1_000)
    expect((await makeRule(banking, books.request, { conditions: { description_regex } })).conditions).toMatchObject({
      description_regex,
    })
  })

  test('is refused for an archived account; one whose account is archived later decides nothing more', async () => {
    const { request } = books
    const { ledgerAccountId: id } = await openTestAccount(banking, request)
    const category = { type: 'AccountId', id }
    const conditions = { description_contains: 'to the other account' }
    const earlier = await makeRule(banking, request, { category, conditions })
    const context = { clientId: request.clientId, businessId: request.businessId }
    await banking.ledger.accounts.UpdateAccount({ account_id: id, archived: true }, { context })
    expect(await refusalsOf(create({ category }))).toEqual([['AccountArchived', 'category']])
    expect((await importOne(banking, books, { description: 'To the other account' })).status).toBe('READY_FOR_INPUT')
    expect(await update(earlier, { apply_retroactively: true })).toMatchObject({
      applied_count: 0,
      data: { is_applying: false },
    })
  })

  test('is one of a thousand at most; deleting one makes space', async () => {
    const request = await openTestBusiness(banking)
    const { id } = await makeRule(banking, request)
    await banking.db.transact(request, (tx) =>
      tx.rows(
        `INSERT INTO categorization_rules (business_id, id, name, priority, amount_min, excludes, created_at, updated_at)
         SELECT $1, gen_random_uuid(), 'x', 5, 0, true, now(), now() FROM generate_series(2, $2::int)`,
        [request.businessId, MAX_RULES],
      ),
    )
    expect(await refusalsOf(createRule(banking, request, ruleInput()))).toEqual([['TooManyRules', undefined]])
    await deleteRule(banking, request, id)
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => createRule(banking, request, ruleInput())))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('changing', () => {
  test('keeps what is absent, clears what is null, and replaces conditions and tags as a whole', async () => {
    const rule = await makeRule(banking, books.request, {
      external_id: 'change',
      conditions: { description_contains: 'a', amount_min: 1 },
      tags: [
        { key: 'team', value: 'Field' },
        { key: 'place', value: 'Here' },
      ],
      tax_code: 'T',
      memo: 'm',
    })
    const { data: renamed } = await update(rule, { name: 'Renamed', priority: 3 })
    expect(renamed).toEqual({ ...rule, name: 'Renamed', priority: 3, updated_at: renamed?.updated_at })
    const { data: cleared } = await update(rule, { cleared: ['external_id', 'tax_code', 'memo'], category: FEES })
    expect(cleared).toMatchObject({ category: { id: books.fees }, tags: rule.tags })
    expect([cleared?.external_id, cleared?.tax_code, cleared?.memo]).toEqual([undefined, undefined, undefined])
    const { data: other } = await update(rule, {
      conditions: { amount_max: 9 },
      tags: [{ key: 'team', value: 'Field' }],
      replaces_tags: true,
    })
    expect(other?.conditions).toEqual({ bank_account_ids: [], external_account_ids: [], amount_max: 9 })
    expect(other?.tags).toEqual(rule.tags.filter(({ key }) => key === 'team'))
    const { data: untagged } = await update(rule, { replaces_tags: true, cleared: ['category'], memo: 'says' })
    expect([untagged?.tags, untagged?.category]).toEqual([[], undefined])
  })

  test('refuses to clear required fields, and the external_id of another rule', async () => {
    await makeRule(banking, books.request, { external_id: 'taken' })
    const rule = await makeRule(banking, books.request, { external_id: 'mine' })
    expect(await refusalsOf(update(rule, { cleared: ['name'] }))).toEqual([['InvalidPayload', 'name']])
    expect(await refusalsOf(update(rule, { external_id: 'taken' }))).toEqual([['DuplicateExternalId', 'external_id']])
    expect((await update(rule, { external_id: 'mine' })).data?.external_id).toBe('mine')
  })

  test('a deleted or unknown rule is refused; a deleted one can be read and deleted again', async () => {
    const rule = await makeRule(banking, books.request)
    const { data } = await deleteRule(banking, books.request, rule.id.toUpperCase())
    expect(data?.deleted_at).toBeDefined()
    expect((await deleteRule(banking, books.request, rule.id)).data).toEqual(data)
    expect(await readRule(banking, books.request, rule)).toEqual(data)
    const gone = [['CategorizationRuleNotFound', 'ruleId']]
    expect(await refusalsOf(update(rule, { name: 'x' }))).toEqual(gone)
    for (const id of [randomUUID(), 'x']) {
      expect(await refusalsOf(update({ id }, { name: 'x' }))).toEqual(gone)
      expect(await refusalsOf(deleteRule(banking, books.request, id))).toEqual(gone)
      expect(await refusalsOf(getRule(banking, books.request, id))).toEqual(gone)
    }
  })
})

test('rules of a business are listed in the order in which they decide, page by page, by state and external_id', async () => {
  const request = await openTestBusiness(banking)
  for (const [priority, name] of [
    [20, 'c'],
    [10, 'a'],
    [10, 'b'],
    [30, 'd'],
  ] as const)
    await makeRule(banking, request, { priority, name, external_id: name, is_active: name !== 'd' })
  const list = async (query: object = {}) => {
    const { data = [], pagination } = await listRules(banking, request, query as Parameters<typeof listRules>[2])
    return { names: data?.map(({ name }) => name), pagination }
  }
  expect((await list()).names).toEqual(['a', 'b', 'c', 'd'])
  expect((await list({ page: { sort_order: 'DESC' } })).names).toEqual(['d', 'c', 'b', 'a'])
  expect((await list({ is_active: false })).names).toEqual(['d'])
  expect((await list({ external_id: 'b' })).names).toEqual(['b'])
  const seen: unknown[] = []
  for (let cursor: string | undefined, more = true; more;) {
    const { names, pagination } = await list({ page: { limit: 1, ...(cursor ? { cursor } : {}) } })
    seen.push(...(names ?? []))
    expect(pagination?.total_count).toBe(4)
    cursor = pagination?.cursor ?? undefined
    more = cursor !== undefined
  }
  expect(seen).toEqual(['a', 'b', 'c', 'd'])
})

describe('another business', () => {
  test('sees neither them nor the accounts and counterparties that they name', async () => {
    const rule = await makeRule(banking, books.request)
    const { counterpartyId } = await importOne(banking, books, { counterparty_name: 'Mine' })
    const { request, account } = await openTestBooks(banking)
    const gone = [['CategorizationRuleNotFound', 'ruleId']]
    expect(await refusalsOf(getRule(banking, request, rule.id))).toEqual(gone)
    expect(await refusalsOf(updateRule(banking, request, changeOf(rule, { name: 'x' })))).toEqual(gone)
    expect(await refusalsOf(deleteRule(banking, request, rule.id))).toEqual(gone)
    expect((await listRules(banking, request, {} as Parameters<typeof listRules>[2])).data).toEqual([])
    const conditions = {
      bank_account_ids: [account.bankAccountId, books.account.bankAccountId],
      external_account_ids: [books.account.externalAccountId, account.externalAccountId],
      counterparty_id: counterpartyId ?? '',
    }
    expect(await refusalsOf(createRule(banking, request, ruleInput({ conditions })))).toEqual([
      ['BankAccountNotFound', 'conditions.bank_account_ids.1'],
      ['ExternalAccountNotFound', 'conditions.external_account_ids.0'],
      ['CounterpartyNotFound', 'conditions.counterparty_id'],
    ])
    const category = { type: 'AccountId', id: books.rent }
    expect(await refusalsOf(createRule(banking, request, ruleInput({ category })))).toEqual([
      ['AccountNotFound', 'category'],
    ])
  })
})

test('rules of an archived business are read, not written', async () => {
  const request = await openTestBusiness(banking)
  const rule = await makeRule(banking, request)
  await banking.ledger.businesses.ArchiveBusiness(
    {},
    { context: { clientId: request.clientId, businessId: request.businessId } },
  )
  const archived = [['BusinessArchived', undefined]]
  expect(await refusalsOf(createRule(banking, request, ruleInput()))).toEqual(archived)
  expect(await refusalsOf(updateRule(banking, request, changeOf(rule, { name: 'x' })))).toEqual(archived)
  expect(await readRule(banking, request, rule)).toEqual(rule)
})

test('each change has an event with the whole rule, and a replay has the same', async () => {
  const request = await openTestBusiness(banking)
  const rule = await makeRule(banking, request, { tags: [{ key: 'k', value: 'v' }], memo: 'm' })
  await updateRule(banking, request, changeOf(rule, { priority: 1 }))
  await deleteRule(banking, request, rule.id)
  const events = await announced(banking.relayDb, request.businessId, 'categorization_rule')
  expect(events.map(({ type }) => type.split('.').at(-2))).toEqual(['created', 'changed', 'deleted'])
  expect(events[1]?.data).toMatchObject({
    priority: 1,
    memo: 'm',
    conditions: { description_contains: 'coffee' },
    tags: [{}],
  })
  const replayed = []
  for await (const aggregate of replayBusiness(banking, request.businessId))
    if (aggregate.type === 'categorization_rule') replayed.push(aggregate)
  expect(replayed.map(({ version }) => version)).toEqual([3])
  expect((JSON.parse(replayed[0]?.event ?? '') as { data: unknown }).data).toEqual(events[2]?.data)
})
