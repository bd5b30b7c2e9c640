/** Rules on import: the first that matches decides, and none can block the others. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { takeInFacts } from '@pacioli/ledger-facts'
import { waitFor } from '@pacioli/testing'
import { startTestBanking, type TestBanking } from '../banking.test-helpers.ts'
import { announced } from '../bank-accounts/bank-accounts.test-helpers.ts'
import {
  closeBooks,
  EXCLUSION,
  FEES,
  importInto,
  importOne,
  openAccountIn,
  openTestBooks,
  standing,
  type TestBooks,
} from '../categorization/categorization.test-helpers.ts'
import { decideByRules } from './decide-by-rules.ts'
import type { RuleSubject } from './rule.ts'
import { changeOf, makeRule, readRule, subject, type RuleInput } from './rules.test-helpers.ts'
import { deleteRule, updateRule } from '../use-cases.test-helpers.ts'

let banking: TestBanking
let shared: TestBooks
beforeAll(async () => {
  banking = await startTestBanking()
  shared = await openTestBooks(banking)
})
afterAll(async () => {
  expect(banking.refusedPostings).toEqual([])
  await banking.stop()
})

/** PostgreSQL can match back references only by trial. */
const BOMB = String.raw`^(.*)(.*)(.*)(.*)(.*)\5\4\3\2\1x$`
/** A text for which that takes minutes. */
const FUSE = `${'ab'.repeat(250)}cx`

/** A rule for transactions of the account. */
const ruleOn = ({ request, account }: TestBooks, { conditions, ...input }: RuleInput = {}) =>
  makeRule(banking, request, {
    ...input,
    conditions: {
      external_account_ids: [account.externalAccountId],
      ...(conditions ?? { description_contains: 'coffee' }),
    },
  })

/** Transactions of the account's feed. */
const reported = ({ account }: TestBooks, details: Partial<RuleSubject> = {}): RuleSubject =>
  subject({ externalAccountId: account.externalAccountId, ...details })

const decide = async ({ request }: TestBooks, ...subjects: RuleSubject[]) => {
  const decisions = await decideByRules(banking, request, subjects)
  return subjects.map(({ id }) => decisions.get(id)?.ruleId)
}

describe('an import', () => {
  test('is decided by the first matching rule alone, and names it', async () => {
    const books = await openAccountIn(banking, shared)
    const tags = [{ key: 'team', value: 'Field' }]
    const first = await ruleOn(books, {
      priority: 5,
      category: FEES,
      tags,
      memo: 'By rule',
      tax_code: 'T',
    })
    await ruleOn(books, { priority: 5, memo: 'The younger' })
    await ruleOn(books, { priority: 6, memo: 'The later' })
    const [coffee, tea] = await importInto(banking, books, [{}, { description: 'TEA' }])
    expect(coffee).toMatchObject({
      status: 'CATEGORIZED',
      categoryAccountId: books.fees,
      categorizationMethod: 'RULE',
      ruleId: first.id,
      memo: 'By rule',
      taxCode: 'T',
      tags: [{ definitionId: first.tags[0]?.definition_id }],
    })
    expect(tea).toMatchObject({ status: 'READY_FOR_INPUT', ruleId: null, memo: null })
    expect(await standing(banking, books)).toEqual([-10_00, 0, 10_00])
  })

  test('with a first rule without a category stays uncategorized, though a later rule has one', async () => {
    const books = await openAccountIn(banking, shared)
    await ruleOn(books, { priority: 1, category: null, tags: [{ key: 'team', value: 'Field' }] })
    await ruleOn(books, { priority: 2 })
    expect(await importOne(banking, books)).toMatchObject({ status: 'READY_FOR_INPUT', tags: [{}], ruleId: null })
  })

  test('may be excluded; a pending transaction, or one with its own category, is not decided', async () => {
    const books = await openAccountIn(banking, shared)
    await ruleOn(books, { category: EXCLUSION })
    const [excluded, pending, own] = await importInto(banking, books, [{}, { pending: true }, { category: FEES }])
    expect(excluded).toMatchObject({ status: 'CATEGORIZED', isExcluded: true, categorizationMethod: 'RULE' })
    expect(pending).toMatchObject({ status: 'PENDING', ruleId: null })
    expect(own).toMatchObject({ status: 'CATEGORIZED', categorizationMethod: 'IMPORT', ruleId: null })
    expect(await standing(banking, books)).toEqual([-10_00, 0, 10_00])
  })

  test('into a closed period stays uncategorized, as does one that a rule would post to the bank account itself', async () => {
    const books = await openAccountIn(banking, shared)
    await closeBooks(banking, books.request, '2025-12-31')
    await ruleOn(books)
    await ruleOn(books, {
      conditions: { description_contains: 'transfer' },
      category: { type: 'AccountId', id: books.account.ledgerAccountId },
    })
    const [closed, open, itself] = await importInto(banking, books, [
      { date: '2025-12-31' },
      { date: '2026-01-01' },
      { description: 'Transfer' },
    ])
    expect([closed?.status, open?.status, itself?.status]).toEqual([
      'READY_FOR_INPUT',
      'CATEGORIZED',
      'READY_FOR_INPUT',
    ])
  })

  test('is not decided by rules that are inactive or deleted', async () => {
    const books = await openAccountIn(banking, shared)
    const inactive = await ruleOn(books, { is_active: false })
    const deleted = await ruleOn(books)
    await deleteRule(banking, books.request, deleted.id)
    expect((await importOne(banking, books)).ruleId).toBeNull()
    await updateRule(banking, books.request, changeOf(inactive, { is_active: true }))
    expect((await importOne(banking, books)).ruleId).toBe(inactive.id)
  })

  test('does not get a tag value that was archived since', async () => {
    const books = await openAccountIn(banking, shared)
    const { request } = books
    const rule = await ruleOn(books, { tags: ['a', 'b'].map((key) => ({ key, value: 'archived' })) })
    const [archived, other] = rule.tags
    await banking.db.transact(request, (tx) =>
      takeInFacts(tx, [
        {
          businessId: request.businessId,
          business: undefined,
          accounts: [],
          dimensions: [],
          values: [
            {
              id: archived?.definition_id ?? '',
              dimensionId: archived?.dimension_id ?? '',
              value: 'archived',
              displayName: null,
              archivedAt: new Date(),
              version: 99,
            },
          ],
        },
      ]),
    )
    const { status, tags } = await importOne(banking, books)
    expect([status, tags.map(({ definitionId }) => definitionId)]).toEqual(['CATEGORIZED', [other?.definition_id]])
  })

  test('is matched by counterparties and accounts', async () => {
    const books = await openAccountIn(banking, shared)
    const { account } = books
    const { counterpartyId } = await importOne(banking, books, { counterparty_name: 'Landlord' })
    const byContact = await ruleOn(books, { conditions: { counterparty_id: counterpartyId ?? '' } })
    const byAccount = await ruleOn(books, {
      conditions: { bank_account_ids: [account.bankAccountId] },
    })
    const [landlord, other] = await importInto(banking, books, [{ counterparty_name: 'LANDLORD' }, {}])
    expect([landlord?.ruleId, other?.ruleId]).toEqual([byContact.id, byAccount.id])
  })
})

describe('an expression that takes too long', () => {
  test(
    'switches its rule off, which says so; the others decide, and nobody else waits',
    { timeout: 60_000 },
    async () => {
      const [books, neighbour] = [await openAccountIn(banking, shared), await openTestBooks(banking)]
      const { request } = books
      const bomb = await ruleOn(books, { priority: 1, conditions: { description_regex: BOMB } })
      const hidden = await ruleOn(books, {
        priority: 2,
        conditions: { description_regex: BOMB, amount_min: 999_999 },
      })
      const good = await ruleOn(books, { priority: 3, conditions: { description_regex: 'cx$' } })
      const plain = await ruleOn(books, { priority: 4, conditions: { amount_min: 0 } })
      const coffee = await ruleOn(neighbour, { conditions: { description_regex: 'coffee' } })
      let isOver = false
      const importing = importInto(banking, books, [{ description: FUSE }, { description: 'a' }]).finally(
        () => (isOver = true),
      )
      expect(await decide(neighbour, reported(neighbour))).toEqual([coffee.id])
      expect(isOver).toBe(false)
      const [long, short] = await importing
      expect([long?.ruleId, short?.ruleId]).toEqual([good.id, plain.id])
      const off = await readRule(banking, request, bomb)
      expect(off).toMatchObject({ is_active: true, disabled_reason: expect.stringContaining('RegexTooExpensive') })
      expect(Date.parse(off.disabled_at ?? '')).toBeGreaterThan(Date.parse(bomb.created_at))
      // Transactions that its other conditions exclude cost nothing.
      expect((await readRule(banking, request, hidden)).disabled_at).toBeUndefined()
      const events = await announced(banking.relayDb, request.businessId, 'categorization_rule')
      expect(events.filter(({ data }) => data['disabled_at'] !== null).map(({ data }) => data['id'])).toEqual([bomb.id])
      const { data } = await updateRule(
        banking,
        request,
        changeOf(bomb, { conditions: { description_regex: '^abab' } }),
      )
      expect([data?.disabled_at, data?.disabled_reason]).toEqual([undefined, undefined])
      expect(await decide(books, reported(books, { description: FUSE }))).toEqual([bomb.id])
    },
  )

  test('or only seems to is survived', { timeout: 60_000 }, async () => {
    const books = await openAccountIn(banking, shared)
    const plain = await ruleOn(books, { priority: 100, conditions: { amount_min: 0 } })
    for (const description_regex of [
      String.raw`(.*)*\1`,
      '((((a*)*)*)*)*b',
      '[[:alpha:]]+'.repeat(60),
      `(${'a|'.repeat(300)}b)*c`,
    ]) {
      const made = await ruleOn(books, { priority: 1, conditions: { description_regex } }).catch(() => undefined)
      const [found] = await decide(books, reported(books, { description: `${'a'.repeat(4_000)}!` }))
      expect([made?.id, plain.id]).toContain(found)
      if (made) await deleteRule(banking, books.request, made.id)
    }
  })
})

test('an import while a rule is changed is decided by the old or the new version, never by half of each', async () => {
  const books = await openAccountIn(banking, shared)
  const { request } = books
  const rule = await ruleOn(books, { conditions: { description_contains: 'one' }, memo: 'one' })
  let isOver = false
  const changing = (async () => {
    for (let n = 0; n < 4; n += 1) {
      const word = n % 2 === 0 ? 'two' : 'one'
      await updateRule(banking, request, changeOf(rule, { conditions: { description_contains: word }, memo: word }))
    }
    isOver = true
  })()
  await waitFor('the changes', async () => {
    const subjects = ['one', 'two'].map((description) => reported(books, { id: randomUUID(), description }))
    const decisions = await decideByRules(banking, request, subjects)
    for (const { id, description } of subjects) expect([undefined, description]).toContain(decisions.get(id)?.memo)
    expect(decisions.size).toBe(1)
    return isOver
  })
  await changing
})
