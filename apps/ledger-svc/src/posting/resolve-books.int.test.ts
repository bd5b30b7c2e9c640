/** What a service receives when it queries the books, and what can no longer be deleted then. */
import type { BusinessWrite } from '@pacioli/rpc'
import { storedAs } from '@pacioli/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openTestBusiness, replicaOf, startTestLedger, type TestLedger } from '../ledger.test-helpers.ts'
import type { TagInput } from '../tags/tag.ts'
import { dimensionOf, refusal, stable } from '../tags/tags.test-helpers.ts'
import { resolveBooks } from './resolve-books.ts'
import {
  archiveBusiness,
  createAccount,
  deleteDimension,
  updateAccount,
  updateClientConfiguration,
  updateConfiguration,
  updateValue,
} from '../use-cases.test-helpers.ts'

let ledger: TestLedger
let business: BusinessWrite

beforeAll(async () => {
  ledger = await startTestLedger({ onOneShard: true })
})
beforeEach(async () => {
  business = await openTestBusiness(ledger)
})
afterAll(() => ledger.stop())

const resolve = (tags: TagInput[] = [], by: typeof ledger | ReturnType<typeof replicaOf> = ledger) =>
  resolveBooks(by, business, [], tags)

describe('a service receives', () => {
  test('which of the accounts take no postings, and since when the business takes none', async () => {
    const { data } = await createAccount(ledger, business, {
      name: 'Till',
      account_subtype: 'CASH',
      stable_name: 'TILL',
      parent_id: null,
    })
    const id = data.id?.id ?? ''
    await updateAccount(ledger, business, { account_id: id, archived: true, cleared: [], parent_id: null })
    const { accounts, businessArchivedAt } = await resolveBooks(ledger, business, [stable('TILL'), stable('CASH')])
    expect(accounts.map(({ archivedAt }) => archivedAt !== null)).toEqual([true, false])
    expect(businessArchivedAt).toBe(null)
    await resolve([{ key: 'site', value: 'a' }])
    await archiveBusiness(ledger, business)
    expect((await resolve([{ key: 'site', value: 'a' }])).businessArchivedAt).toBeInstanceOf(Date)
    expect(await refusal(resolve([{ key: 'site', value: 'b' }]))).toBe('BusinessArchived')
  })

  test('the thresholds of matching: the own ones, else those of the client, else none', async () => {
    const thresholds = async () => {
      const { settings } = await resolve()
      return [
        settings.matchRoundingThreshold,
        settings.matchAdjustmentThreshold,
        settings.disableAdjustmentMatchSuggestions,
      ]
    }
    expect(await thresholds()).toEqual([0, 0, false])
    await updateClientConfiguration(ledger, business, {
      match_rounding_threshold: 100,
      match_adjustment_threshold: 0.25,
      disable_adjustment_match_suggestions: true,
      cleared: [],
    })
    expect(await thresholds()).toEqual([100, 0.25, true])
    await updateConfiguration(ledger, business, { match_rounding_threshold: 7, cleared: [] })
    expect(await thresholds()).toEqual([7, 0.25, true])
  })
})

test('a value that is named by its id leaves its former name to the value that has it now', async () => {
  const { tags } = await resolve([{ key: 'site', value: 'a' }])
  const definition_id = tags[0]?.definitionId ?? ''
  await updateValue(ledger, business, { definition_id, value: 'b', cleared: [] })
  const named = { key: 'site', value: 'a' }
  const asked = (await resolve([named, { ...named, definition_id }, named])).tags
  expect(asked.map(({ value }) => value)).toEqual(['a', 'b', 'a'])
  expect(asked.map(({ definitionId }) => definitionId === definition_id)).toEqual([false, true, false])
})

describe('a dimension that a service has requested', () => {
  test('is not deleted, though nothing was posted; one that was never requested is', async () => {
    const [asked, fresh] = [await dimensionOf(ledger, business, 'asked'), await dimensionOf(ledger, business, 'fresh')]
    await resolve([{ key: 'asked', value: 'a' }])
    await resolve([{ key: 'made on the way', value: 'a' }])
    const { tags } = await resolve([{ key: 'made on the way', value: 'a' }])
    expect(await refusal(deleteDimension(ledger, business, asked))).toBe('TagDimensionInUse')
    expect(await refusal(deleteDimension(ledger, business, tags[0]?.dimensionId ?? ''))).toBe('TagDimensionInUse')
    expect(await refusal(deleteDimension(ledger, business, fresh))).toBe('none')
  })

  test('is written once, however often it is requested', async () => {
    const id = await dimensionOf(ledger, business, 'site')
    const admin = await ledger.connect()
    onTestFinished(() => admin.end())
    const version = async (): Promise<string | undefined> => {
      const { rows } = await admin.query<{ xmin: string }>(
        `SELECT xmin::text FROM ${await storedAs(admin, 'tag_dimensions')} WHERE business_id = $1 AND id = $2`,
        [business.businessId, id],
      )
      return rows[0]?.xmin
    }
    const unmarked = await version()
    await resolve([{ key: 'site', value: 'a' }])
    const marked = await version()
    expect(marked).not.toBe(unmarked)
    await resolve([{ key: 'site', value: 'b' }])
    await Promise.all(Array.from({ length: 8 }, (_, index) => resolve([{ key: 'site', value: `c${index}` }])))
    expect(await version()).toBe(marked)
  })

  test('is deleted or requested, not both', async () => {
    const seen = new Set<string>()
    for (let round = 0; round < 6; round++) {
      const key = `site ${round}`
      const id = await dimensionOf(ledger, business, key)
      const asking = () => resolve([{ key, value: 'a' }])
      const deleting = () => refusal(deleteDimension(replicaOf(ledger), business, id))
      const [asked, deleted] =
        round % 2
          ? await Promise.all([asking(), deleting()])
          : await Promise.all([deleting(), asking()]).then(([second, first]) => [first, second] as const)
      const isThere = asked.tags[0]?.dimensionId === id
      expect(deleted).toBe(isThere ? 'TagDimensionInUse' : 'none')
      seen.add(deleted)
    }
    for (const outcome of seen) expect(['none', 'TagDimensionInUse']).toContain(outcome)
  })

  test('many request many concurrently, in any order', async () => {
    const keys = Array.from({ length: 6 }, (_, index) => `key ${index}`)
    for (const key of keys) await dimensionOf(ledger, business, key)
    const all = keys.map((key) => ({ key, value: 'a' }))
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => resolve(index % 2 ? all : all.toReversed(), replicaOf(ledger))),
    )
    expect(new Set(answers.flatMap(({ tags }) => tags.map(({ definitionId }) => definitionId))).size).toBe(keys.length)
  })
})
