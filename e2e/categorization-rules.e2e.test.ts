/** Rules categorize what is imported and, when asked, what waits. */
import { waitFor } from '@pacioli/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  Banking,
  moneyIn,
  moneyOut,
  newClient,
  shown,
  target,
  type Books,
  type ExternalAccount,
  type TestClient,
} from './src/index.ts'

let client: TestClient
let books: Books
let banking: Banking
let account: ExternalAccount

beforeAll(async () => {
  client = await newClient(target(), 'rules')
  books = await client.books()
  banking = new Banking(books)
  account = await banking.account('checking')
})

describe('a rule', () => {
  test('decides what is imported after it, and is named by it', async () => {
    const wanted = {
      external_id: 'tea',
      name: 'Tea',
      priority: 10,
      conditions: { description_contains: 'TEA', direction: 'DEBIT', amount_max: 1_000 },
      category: 'COGS',
      tags: [{ key: 'store', value: 'one' }],
      memo: 'By rule',
    }
    const created = await banking.createRule(wanted)
    expect([created.status, created.body.data.category]).toEqual([
      201,
      expect.objectContaining({ stable_name: 'COGS' }),
    ])
    const again = await banking.createRule(wanted)
    expect([again.status, again.body.data.name]).toEqual([200, 'Tea'])
    const { data } = (
      await banking.import(account.id, [
        moneyOut('a', 400, { description: 'Green tea' }),
        moneyOut('b', 1_001, { description: 'Green tea' }),
        moneyIn('c', 400, { description: 'Tea, refunded' }),
      ])
    ).body
    const ruleId = created.body.data.id
    expect(data.rows.map((row) => [row.categorizationStatus, row.rule_id])).toEqual([
      ['CATEGORIZED', ruleId],
      ['READY_FOR_INPUT', null],
      ['READY_FOR_INPUT', null],
    ])
    const [tea] = await banking.all({ rule_id: ruleId })
    expect(tea).toMatchObject({ categorization_method: 'RULE', rule_id: ruleId, memo: 'By rule' })
    expect(shown(tea?.transaction_tags ?? [])).toEqual(['store=one'])
    expect(await books.balances()).toMatchObject({ COGS: 400 })
    const byHand = await banking.categorize(tea?.id ?? '', 'OPERATING_EXPENSES')
    expect(byHand.body.data).toMatchObject({ categorization_method: 'API', rule_id: null })
  })

  test('with a lower priority decides first; a deleted one not at all', async () => {
    const first = await banking.createRule({
      name: 'Before',
      priority: 1,
      conditions: { description_regex: '^green' },
      category: 'Exclusion',
    })
    const [one] = await banking.imported(account.id, [moneyOut('d', 5, { description: 'Green tea' })])
    expect(one).toMatchObject({ rule_id: first.body.data.id, category: { category: 'Exclusion' } })
    const deleted = await books.api.call('deleteCategorizationRule', { path: { ruleId: first.body.data.id } })
    expect(deleted.body.data.deleted_at).not.toBeNull()
    const [two] = await banking.imported(account.id, [moneyOut('e', 5, { description: 'Green tea' })])
    expect(two?.category?.category).toBe('COGS')
    const listed = (await books.api.call('listCategorizationRules')).body.data
    expect(listed.map(({ name }) => name)).toEqual(['Tea'])
    const all = await books.api.call('listCategorizationRules', { query: { include_deleted: true, limit: 1 } })
    expect(all.body.meta.pagination).toMatchObject({ sort_by: 'priority', total_count: 2, has_more: true })
    const wrong = await books.api.call('listCategorizationRules', { query: { cursor: 'x' } })
    expect(wrong.refusal).toMatchObject({ status: 400, error_enum: 'InvalidCursor' })
  })

  test('is changed, and applied to what waits when asked to', async () => {
    const [waiting] = await banking.imported(account.id, [moneyOut('rent', 90_000, { description: 'Rent January' })])
    const { data } = (
      await banking.createRule({
        name: 'Rent',
        conditions: { description_equals: 'rent' },
        category: 'OPERATING_EXPENSES',
      })
    ).body
    expect((await banking.transaction(waiting?.id ?? '')).categorizationStatus).toBe('READY_FOR_INPUT')
    const changed = await banking.updateRule(data.id, {
      conditions: { description_contains: 'rent' },
      apply_retroactively: true,
    })
    expect(changed.body.data.conditions).toMatchObject({ description_contains: 'rent', description_equals: null })
    await waitFor(
      'the rule to decide',
      async () => (await banking.transaction(waiting?.id ?? '')).categorizationStatus === 'CATEGORIZED',
    )
    expect((await banking.transaction(waiting?.id ?? '')).rule_id).toBe(data.id)
  })
})

describe('a rule is refused', () => {
  const rule = { name: 'x', conditions: { description_contains: 'x' }, category: 'COGS' }

  test.each([
    [{ ...rule, conditions: {} }, 400, 'InvalidPayload'],
    [{ name: 'x', conditions: rule.conditions }, 400, 'InvalidPayload'],
    [{ ...rule, conditions: { description_regex: '(' } }, 400, 'InvalidRegex'],
    [{ ...rule, category: 'NO_SUCH' }, 404, 'AccountNotFound'],
    [{ ...rule, tags: [1, 2].map((value) => ({ key: 'k', value: `${value}` })) }, 422, 'DuplicateTagDimension'],
  ])('%j', async (body, status, error_enum) => {
    expect((await banking.createRule(body)).refusal).toMatchObject({ status, error_enum })
    const { data } = (await banking.createRule({ ...rule, external_id: 'to change' })).body
    const { name: _name, ...change } = body
    if ('category' in body)
      expect((await banking.updateRule(data.id, change)).refusal).toMatchObject({ status, error_enum })
  })

  test('for an external_id that another one has', async () => {
    const { data } = (await banking.createRule({ ...rule, external_id: 'one' })).body
    await banking.createRule({ ...rule, external_id: 'two' })
    expect((await banking.updateRule(data.id, { external_id: 'two' })).refusal).toMatchObject({
      status: 409,
      error_enum: 'DuplicateExternalId',
    })
  })
})
