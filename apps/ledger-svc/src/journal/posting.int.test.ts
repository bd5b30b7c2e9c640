import { DomainError } from '@pacioli/errors'
import type { JournalEntryInput__Output } from '@pacioli/protos/ledger'
import { type BusinessWrite, tenantOf } from '@pacioli/rpc'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resolveBooks } from '../posting/resolve-books.ts'
import { postPostings } from '../posting/post-postings.ts'
import { openTestBusiness, replicaOf, requestFor, startTestLedger, type TestLedger } from '../ledger.test-helpers.ts'
import {
  createAccount,
  getEntry,
  listAccountLines,
  listEntries,
  postJournalEntries,
  postJournalEntry,
  reverseEntry,
  updateAccount,
  updateConfiguration,
} from '../use-cases.test-helpers.ts'

let ledger: TestLedger
let business: BusinessWrite

beforeAll(async () => {
  ledger = await startTestLedger({ onOneShard: true })
  business = await openTestBusiness(ledger)
})
afterAll(() => ledger.stop())

const stable = (stable_name: string) => ({ type: 'StableName', stable_name })

const lines = (amount: number, debit = 'CASH', credit = 'SALES') => [
  { account_identifier: stable(debit), amount, direction: 'DEBIT', tags: [] },
  { account_identifier: stable(credit), amount, direction: 'CREDIT', tags: [] },
]

const entry = (amount: number, more: Partial<JournalEntryInput__Output> = {}): JournalEntryInput__Output => ({
  entry_at: '2026-03-01T10:00:00Z',
  line_items: lines(amount),
  tags: [],
  ...more,
})

const refusal = async (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'accepted',
    (error: unknown) => (error instanceof DomainError ? error.errorEnum : String(error)),
  )

const count = async (request: BusinessWrite): Promise<number> =>
  (await listEntries(ledger, request, { page: {} })).pagination.total_count

const violations = (request: BusinessWrite) =>
  ledger.db.call('SELECT * FROM check_books_v1($1, $2)', [request.clientId, request.businessId], request.businessId)

describe('posting', () => {
  test('an entry is answered with its lines and changes its accounts', async () => {
    const own = await openTestBusiness(ledger)
    const { data, created } = await postJournalEntry(
      ledger,
      own,
      entry(1250, { external_id: 'a', metadata: '{"x":1}' }),
    )
    expect(created).toBe(true)
    expect(data.line_items?.map((line) => [line.account?.name, line.amount, line.direction])).toEqual([
      ['Cash', 1250, 'DEBIT'],
      ['Sales', 1250, 'CREDIT'],
    ])
    const read = await getEntry(ledger, own, data.id ?? '')
    expect(read).toMatchObject({
      externalId: 'a',
      metadata: '{"x":1}',
      basis: 'BOTH',
      entryType: 'MANUAL',
      reversalId: null,
    })
    const { lines: found, pagination } = await listAccountLines(ledger, own, { page: {}, accountId: 'CASH' })
    expect([found.map((line) => line.runningBalance), pagination.total_count]).toEqual([[1250], 1])
  })

  test('an existing entry is answered although it would be refused as a new one, and only to the same request', async () => {
    const own = await openTestBusiness(ledger)
    const given = entry(7, { external_id: 'old', metadata: '{"a":1,"b":2}' })
    const { data } = await postJournalEntry(ledger, own, given)
    await updateConfiguration(ledger, own, { closing_date: '2026-12-31', cleared: [] })
    const again = { ...given, entry_at: '2026-03-01T11:00:00+01:00', metadata: '{"b":2,"a":1}' }
    expect(await postJournalEntry(ledger, own, again)).toMatchObject({ created: false, data: { id: data.id } })
    const others: [Partial<JournalEntryInput__Output>, string][] = [
      [{ line_items: lines(7, 'NOWHERE') }, 'line_items.0.account_identifier.stable_name'],
      [{ line_items: lines(8) }, 'line_items.0.amount'],
      [{ entry_at: '2026-03-01T10:00:00.001Z' }, 'entry_at'],
      [{ memo: 'new' }, 'memo'],
    ]
    for (const [other, field] of others)
      await expect(postJournalEntry(ledger, own, { ...given, ...other })).rejects.toMatchObject({
        problems: [{ error_enum: 'ExternalIdReused', meta: { field, value: 'old' } }],
      })
    expect(await refusal(postJournalEntry(ledger, own, entry(7, { external_id: 'new' })))).toBe('PeriodClosed')
    expect(await count(own)).toBe(1)
  })

  test('an entry from before requests were stored is answered to any request', async () => {
    const own = await openTestBusiness(ledger)
    const { data } = await postJournalEntry(ledger, own, entry(7, { external_id: 'before' }))
    const admin = await ledger.connect()
    await admin.query('UPDATE journal_entries SET asked = NULL WHERE business_id = $1', [own.businessId])
    await admin.end()
    expect((await postJournalEntry(ledger, own, entry(8, { external_id: 'before' }))).data.id).toBe(data.id)
  })

  test('of two concurrent requests with one external_id and different content one is posted, and the other is refused', async () => {
    const own = await openTestBusiness(ledger)
    for (let round = 0; round < 5; round++) {
      const external_id = `race ${round}`
      const outcomes = await Promise.all(
        [1, 2].map((n) => refusal(postJournalEntry(ledger, own, entry(n, { external_id })))),
      )
      expect(outcomes.sort()).toEqual(['ExternalIdReused', 'accepted'])
    }
    expect(await count(own)).toBe(5)
  })

  test('a bulk request is answered in its order and repeats no external_id; two that differ are refused', async () => {
    const own = await openTestBusiness(ledger)
    await postJournalEntry(ledger, own, entry(7, { external_id: 'old' }))
    const inputs = [
      entry(1),
      entry(7, { external_id: 'old' }),
      entry(2, { external_id: 'new' }),
      entry(2, { external_id: 'new' }),
    ]
    const { data } = await postJournalEntries(ledger, own, inputs)
    expect(data.map((one) => one.line_items?.[0]?.amount)).toEqual([1, 7, 2, 2])
    expect(data[2]?.id).toBe(data[3]?.id)
    await expect(
      postJournalEntries(ledger, own, [entry(1), entry(2, { external_id: 'twin' }), entry(3, { external_id: 'twin' })]),
    ).rejects.toMatchObject({
      problems: [
        { error_enum: 'DuplicateExternalId', meta: { field: '1.external_id' } },
        { error_enum: 'DuplicateExternalId', meta: { field: '2.external_id' } },
      ],
    })
    await expect(postJournalEntries(ledger, own, [entry(1), entry(9, { external_id: 'old' })])).rejects.toMatchObject({
      problems: [{ error_enum: 'ExternalIdReused', meta: { field: '1.line_items.0.amount' } }],
    })
    expect(await count(own)).toBe(3)
  })

  test('entries of one instant have ids in the order of the journal', async () => {
    const own = await openTestBusiness(ledger)
    const inputs = Array.from({ length: 12 }, (_, index) => entry(index + 1))
    await postJournalEntries(ledger, own, inputs.slice(0, 6))
    for (const input of inputs.slice(6)) await postJournalEntry(ledger, own, input)
    const { lines: listed } = await listAccountLines(ledger, own, {
      page: { limit: 100, sort_order: 'ASC' },
      accountId: 'CASH',
    })
    expect(listed.map(({ amount }) => amount)).toEqual(inputs.map((_, index) => index + 1))
    const ids = listed.map(({ entryId }) => entryId)
    expect(ids.toSorted()).toEqual(ids)
  })

  test('one bad entry among many leaves nothing', async () => {
    const before = await count(business)
    const inputs = Array.from({ length: 5 }, (_, index) =>
      entry(1, index === 3 ? { line_items: [...lines(1).slice(0, 1), ...lines(2).slice(1)] } : {}),
    )
    expect(await refusal(postJournalEntries(ledger, business, inputs))).toBe('UnbalancedEntry')
    expect(await count(business)).toBe(before)
  })

  test('amounts that together would take a balance out of the safe range are refused, whichever month or replica they go to', async () => {
    const own = await openTestBusiness(ledger)
    const { data } = await postJournalEntry(ledger, own, entry(Number.MAX_SAFE_INTEGER - 10))
    const elsewhere = { entry_at: '2020-01-01T00:00:00Z', line_items: lines(3, 'CASH', 'TIPS') }
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, () => refusal(postJournalEntry(replicaOf(ledger), own, entry(3, elsewhere)))),
    )
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(3)
    expect(outcomes.filter((outcome) => outcome === 'AmountOutOfRange')).toHaveLength(3)
    // A posted entry can always be reversed, and then there is headroom again.
    expect(await refusal(reverseEntry(ledger, own, { entryId: data.id ?? '', memo: null }))).toBe('accepted')
    expect(await refusal(postJournalEntry(ledger, own, entry(2 ** 52)))).toBe('accepted')
    expect(await violations(own)).toEqual([])
  })
})

describe('large amounts', () => {
  test('that come and go leave balances in range, however much has passed through', async () => {
    const own = await openTestBusiness(ledger)
    const half = 2 ** 52
    for (const day of ['01', '02', '03']) {
      const at = { entry_at: `2026-01-${day}T00:00:00Z` }
      await postJournalEntry(
        ledger,
        own,
        entry(half, { ...at, line_items: lines(half, 'CASH', 'OPENING_BALANCE_EQUITY') }),
      )
      await postJournalEntry(
        ledger,
        own,
        entry(half, { ...at, line_items: lines(half, 'OPENING_BALANCE_EQUITY', 'CASH') }),
      )
    }
    const { lines: found } = await listAccountLines(ledger, own, { page: {}, accountId: 'CASH' })
    expect(found.map((line) => line.runningBalance)).toEqual([half, 0, half, 0, half, 0])
    const { headroom } = await resolveBooks(ledger, own, [{ type: 'StableName', stable_name: 'CASH' }], [], {
      needsHeadroom: true,
    })
    expect(headroom).toBe(Number.MAX_SAFE_INTEGER)
    const most = Number.MAX_SAFE_INTEGER
    expect(await refusal(postJournalEntry(ledger, own, entry(most)))).toBe('accepted')
    expect(await refusal(postJournalEntry(ledger, own, entry(1)))).toBe('AmountOutOfRange')
    expect(await refusal(postJournalEntry(ledger, own, entry(1, { line_items: lines(1, 'INVENTORY', 'TIPS') })))).toBe(
      'accepted',
    )
    const room = async (account: string) => (await resolveBooks(ledger, own, [stable(account)])).headroom
    expect(await Promise.all(['CASH', 'SALES', 'TIPS'].map(room))).toEqual([0, 0, most - 1])
    expect(await violations(own)).toEqual([])
  })

  test('are refused once more has passed through an account than is summed', async () => {
    const own = await openTestBusiness(ledger)
    await postJournalEntry(ledger, own, entry(3e9))
    const admin = await ledger.connect()
    await admin.query(
      `UPDATE account_balances SET debits = debits + 2305843009213693952, credits = credits + 2305843009213693952
        WHERE business_id = $1 AND grain = 'M' AND account_id <> '00000000-0000-0000-0000-000000000000'
          AND account_id = (SELECT id FROM accounts WHERE business_id = $1 AND stable_name = 'CASH')`,
      [own.businessId],
    )
    await admin.end()
    await expect(postJournalEntry(ledger, own, entry(1))).rejects.toMatchObject({
      errorEnum: 'AmountOutOfRange',
      message: expect.stringContaining('another account'),
    })
    expect(await refusal(postJournalEntry(ledger, own, entry(1, { line_items: lines(1, 'INVENTORY', 'TIPS') })))).toBe(
      'accepted',
    )
  })

  test('that race never exceed the range together', async () => {
    const own = await openTestBusiness(ledger)
    await postJournalEntry(ledger, own, entry(3e9))
    const posts = Array.from({ length: 6 }, () => refusal(postJournalEntry(replicaOf(ledger), own, entry(4.4e15))))
    expect((await Promise.all(posts)).filter((outcome) => outcome === 'accepted')).toHaveLength(2)
    expect(await violations(own)).toEqual([])
  })

  test('whose running balance is not exact before their reversal are refused there, and do no harm if left out', async () => {
    const own = await openTestBusiness(ledger)
    await postJournalEntry(ledger, own, entry(100, { entry_at: '2026-01-01T00:00:00Z' }))
    const { data } = await postJournalEntry(ledger, own, entry(Number.MAX_SAFE_INTEGER - 100))
    await reverseEntry(ledger, own, { entryId: data.id ?? '', memo: null })
    await postJournalEntry(ledger, own, entry(200, { entry_at: '2026-01-02T00:00:00Z' }))
    const query = { page: {}, accountId: 'CASH' }
    expect(await refusal(listAccountLines(ledger, own, query))).toBe('AmountOutOfRange')
    const { lines: left } = await listAccountLines(ledger, own, { ...query, includeReversals: false })
    expect(left.map((line) => line.runningBalance)).toEqual([100, 300])
  })

  test('in one request are limited in number, and nothing is written beyond', async () => {
    const own = await openTestBusiness(ledger)
    const long = entry(1, { line_items: Array.from({ length: 500 }, () => lines(1)).flat() })
    expect(
      await refusal(
        postJournalEntries(
          ledger,
          own,
          Array.from({ length: 11 }, () => long),
        ),
      ),
    ).toBe('PayloadTooLarge')
    const tags = Array.from({ length: 11 }, (_, index) => ({ key: `k${index}`, value: 'v' }))
    expect(await refusal(postJournalEntry(ledger, own, { ...long, tags }))).toBe('PayloadTooLarge')
    expect(await count(own)).toBe(0)
  })
})

describe('write safety', () => {
  test('parallel posts with one Idempotency-Key make one entry and equal answers', async () => {
    const own = await openTestBusiness(ledger)
    const replicas = [ledger, replicaOf(ledger)]
    const requests = Array.from({ length: 4 }, () =>
      requestFor(own.clientId, own.businessId, { key: 'k', requestHash: 'h' }),
    )
    const answers = await Promise.all(
      requests.map((request, index) => postJournalEntry(replicas[index % 2] ?? ledger, request, entry(5))),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(requests.filter((request) => request.replayed)).toHaveLength(3)
    expect(await count(own)).toBe(1)
  })

  test('parallel posts with one external_id make one entry and equal answers', async () => {
    const own = await openTestBusiness(ledger)
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => postJournalEntry(ledger, own, entry(5, { external_id: 'e' }))),
    )
    expect(new Set(answers.map((answer) => answer.data.id)).size).toBe(1)
    expect(answers.filter((answer) => answer.created)).toHaveLength(1)
    expect(await count(own)).toBe(1)
  })

  test('bulk requests that bring the same external_ids in opposite orders all succeed', async () => {
    const own = await openTestBusiness(ledger)
    for (let round = 0; round < 2; round++) {
      const inputs = Array.from({ length: 20 }, (_, index) => entry(index + 1, { external_id: `${round}-${index}` }))
      const requests = [inputs, inputs.toReversed(), inputs, inputs.toReversed()]
      const answers = await Promise.all(requests.map((list) => postJournalEntries(ledger, own, list)))
      const ids = answers.map(({ data }) => data.map((one) => one.id).sort())
      expect(ids.every((list) => JSON.stringify(list) === JSON.stringify(ids[0]))).toBe(true)
    }
    expect(await count(own)).toBe(40)
    expect(await violations(own)).toEqual([])
  })

  test('a key with another request is refused, a key of another operation or business is another key', async () => {
    const own = await openTestBusiness(ledger)
    const other = await openTestBusiness(ledger)
    const with_ = (request: BusinessWrite, requestHash: string) =>
      requestFor(request.clientId, request.businessId, { key: 'k', requestHash })
    await postJournalEntry(ledger, with_(own, 'one'), entry(1))
    expect(await refusal(postJournalEntry(ledger, with_(own, 'two'), entry(2)))).toBe('IdempotencyKeyReused')
    expect(await refusal(postJournalEntry(ledger, with_(other, 'two'), entry(2)))).toBe('accepted')
  })

  test.each([
    ['the process that posted', () => ledger],
    ['another one', () => replicaOf(ledger)],
  ])('a repeat gets its answer from %s although the books have changed since', async (_which, process) => {
    const own = await openTestBusiness(ledger)
    const request = (requestHash = 'h') => requestFor(own.clientId, own.businessId, { key: 'k', requestHash })
    const first = await postJournalEntry(ledger, request(), entry(1, { line_items: lines(1, 'INVENTORY') }))
    await updateAccount(ledger, own, { account_id: 'INVENTORY', archived: true, cleared: [], parent_id: null })
    const again = entry(1, { line_items: lines(1, 'INVENTORY') })
    expect((await postJournalEntry(process(), request(), again)).data.id).toBe(first.data.id)
    expect(await refusal(postJournalEntry(process(), request('other'), again))).toBe('IdempotencyKeyReused')
    expect(await refusal(postJournalEntry(process(), own, again))).toBe('AccountArchived')
  })

  test('a refused request keeps no answer: mended, it goes through with the same key', async () => {
    const own = await openTestBusiness(ledger)
    const request = () => requestFor(own.clientId, own.businessId, { key: 'k', requestHash: 'h' })
    expect(await refusal(postJournalEntry(ledger, request(), entry(1, { line_items: lines(1, 'NOWHERE') })))).toBe(
      'AccountNotFound',
    )
    expect(await refusal(postJournalEntry(ledger, request(), entry(1)))).toBe('accepted')
  })

  test('two connections serve many requests at once', async () => {
    const small = await startTestLedger({ poolSize: 2 })
    try {
      const own = await openTestBusiness(small)
      const inputs = Array.from({ length: 12 }, (_, index) =>
        postJournalEntry(small, own, entry(1, { external_id: `e${index % 3}` })),
      )
      expect(new Set((await Promise.all(inputs)).map(({ data }) => data.id)).size).toBe(3)
    } finally {
      await small.stop()
    }
  })
})

describe('reversing', () => {
  test('races to reverse one entry make one reversal, which undoes it', async () => {
    const own = await openTestBusiness(ledger)
    const { data } = await postJournalEntry(ledger, own, entry(5, { external_id: 'x' }))
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => reverseEntry(ledger, own, { entryId: data.id ?? '', memo: null })),
    )
    expect(new Set(answers.map((answer) => answer.data.id)).size).toBe(1)
    expect(answers.filter((answer) => answer.created)).toHaveLength(1)
    const { lines: left } = await listAccountLines(ledger, own, { page: {}, accountId: 'CASH' })
    expect(left.map((line) => line.runningBalance)).toEqual([5, 0])
    expect(await violations(own)).toEqual([])
  })

  test('a reversal posts to an archived account, and neither it nor an owned entry is reversed by hand', async () => {
    const own = await openTestBusiness(ledger)
    const { data } = await postJournalEntry(ledger, own, entry(5, { line_items: lines(5, 'INVENTORY') }))
    await updateAccount(ledger, own, { account_id: 'INVENTORY', archived: true, cleared: [], parent_id: null })
    expect(await refusal(postJournalEntry(ledger, own, entry(5, { line_items: lines(5, 'INVENTORY') })))).toBe(
      'AccountArchived',
    )
    const reversal = await reverseEntry(ledger, own, { entryId: data.id ?? '', memo: 'wrong' })
    expect(reversal.data.memo).toBe('wrong')
    expect(await refusal(reverseEntry(ledger, own, { entryId: reversal.data.id ?? '', memo: null }))).toBe(
      'EntryIsReversal',
    )
  })
})

const posting = (key: string, more: object = {}) => ({
  posting_key: key,
  source_type: 'bill',
  source_id: 'b1',
  entry_type: 'MANUAL',
  basis: 'ACCRUAL',
  agent: 'SERVICE_AUTO',
  entry_at: '2026-03-01T10:00:00Z',
  line_items: lines(5),
  tags: [],
  ...more,
})

describe('postings of other services', () => {
  test('a posting_key posts once, alone and in parallel', async () => {
    const own = await openTestBusiness(ledger)
    const { epoch } = await resolveBooks(ledger, own, [stable('CASH')])
    const deliver = () => postPostings(ledger, own, { decisionEpoch: epoch, postings: [posting('bill:b1:received:1')] })
    const answers = await Promise.all(Array.from({ length: 6 }, deliver))
    expect(new Set(answers.map(({ data }) => data[0]?.entry_id)).size).toBe(1)
    expect(answers.filter(({ data }) => data[0]?.created)).toHaveLength(1)
    const [entryId] = answers.map(({ data }) => data[0]?.entry_id ?? '')
    expect(await refusal(reverseEntry(ledger, own, { entryId: entryId ?? '', memo: null }))).toBe('EntryOwned')
  })

  test('a posting reverses an earlier one and reposts it, however often it is delivered', async () => {
    const own = await openTestBusiness(ledger)
    const { epoch } = await resolveBooks(ledger, own, [])
    await postPostings(ledger, own, { decisionEpoch: epoch, postings: [posting('k:1')] })
    const change = {
      decisionEpoch: epoch,
      postings: [posting('k:1:undo', { line_items: [], reverses: 'k:1' }), posting('k:2', { line_items: lines(8) })],
    }
    const [first, second] = [await postPostings(ledger, own, change), await postPostings(ledger, own, change)]
    expect(second.data.map((one) => one.entry_id)).toEqual(first.data.map((one) => one.entry_id))
    expect(second.data.map((one) => one.created)).toEqual([false, false])
    const { lines: left } = await listAccountLines(ledger, own, { page: {}, accountId: 'CASH' })
    expect(left.at(-1)?.runningBalance).toBe(8)
  })

  test('a closed period takes only what was decided before it was closed', async () => {
    const own = await openTestBusiness(ledger, { time_zone: 'America/New_York' })
    const asked = await resolveBooks(ledger, own, [])
    await updateConfiguration(ledger, own, { closing_date: '2026-03-01', cleared: [] })
    const now = await resolveBooks(ledger, own, [])
    expect(now.closedThrough?.toISOString()).toBe('2026-03-02T04:59:59.999Z')
    const late = { entry_at: '2026-03-02T04:59:59.999Z' }
    expect(await refusal(postJournalEntry(ledger, own, entry(1, late)))).toBe('PeriodClosed')
    expect(await refusal(postPostings(ledger, own, { decisionEpoch: now.epoch, postings: [posting('a', late)] }))).toBe(
      'PeriodClosed',
    )
    expect(
      await refusal(postPostings(ledger, own, { decisionEpoch: asked.epoch, postings: [posting('b', late)] })),
    ).toBe('accepted')
    expect(await refusal(postJournalEntry(ledger, own, entry(1, { entry_at: '2026-03-02T05:00:00Z' })))).toBe(
      'accepted',
    )
  })
})

describe('books that change while entries are posted', () => {
  test('an account that another replica opened or archived is known at once', async () => {
    const own = await openTestBusiness(ledger)
    const other = replicaOf(ledger)
    await other.books.get(own)
    const made = await createAccount(ledger, own, {
      name: 'Till',
      account_subtype: 'CASH',
      stable_name: 'TILL',
      parent_id: null,
    })
    expect(await refusal(postJournalEntry(other, own, entry(1, { line_items: lines(1, 'TILL') })))).toBe('accepted')
    await updateAccount(ledger, own, {
      account_id: made.data.id?.id ?? '',
      archived: true,
      cleared: [],
      parent_id: null,
    })
    expect(await refusal(postJournalEntry(other, own, entry(1, { line_items: lines(1, 'TILL') })))).toBe(
      'AccountArchived',
    )
  })

  test('no line is posted to an account after it was archived, whatever raced', async () => {
    const own = await openTestBusiness(ledger)
    await createAccount(ledger, own, { name: 'Till', account_subtype: 'CASH', stable_name: 'TILL', parent_id: null })
    const posts = Array.from({ length: 6 }, () =>
      refusal(postJournalEntry(ledger, own, entry(1, { line_items: lines(1, 'TILL') }))),
    )
    const archive = updateAccount(replicaOf(ledger), own, {
      account_id: 'TILL',
      archived: true,
      cleared: [],
      parent_id: null,
    })
    const outcomes = await Promise.all(posts)
    await archive
    const accepted = outcomes.filter((outcome) => outcome === 'accepted').length
    expect(outcomes.filter((outcome) => outcome !== 'accepted').every((outcome) => outcome === 'AccountArchived')).toBe(
      true,
    )
    expect((await listAccountLines(ledger, own, { page: {}, accountId: 'TILL' })).pagination.total_count).toBe(accepted)
    expect(await violations(own)).toEqual([])
  })

  test('parallel entries that each bring a new tag value all go through', async () => {
    const own = await openTestBusiness(ledger)
    const posts = Array.from({ length: 4 }, (_, index) =>
      refusal(postJournalEntry(ledger, own, entry(1, { tags: [{ key: 'order', value: `o${index}` }] }))),
    )
    expect(new Set(await Promise.all(posts))).toEqual(new Set(['accepted']))
    expect(await violations(own)).toEqual([])
  })

  test('parallel entries that name a new tag value define it once', async () => {
    const own = await openTestBusiness(ledger)
    const tags = [{ key: 'site', value: 'north', dimension_display_name: 'Site', value_display_name: 'North' }]
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => postJournalEntry(ledger, own, entry(1, { tags }))),
    )
    expect(new Set(answers.map(({ data }) => data.transaction_tags?.[0]?.definition_id)).size).toBe(1)
    const { pagination } = await listAccountLines(ledger, own, {
      page: {},
      accountId: 'CASH',
      tagKey: 'site',
      tagValues: ['north'],
    })
    expect(pagination.total_count).toBe(6)
  })
})

describe('tenancy', () => {
  test('an id means the same in upper and lower case', async () => {
    const context = { clientId: business.clientId.toUpperCase(), businessId: business.businessId.toUpperCase() }
    expect(tenantOf({ ...context, requestId: 'r', deadline: new Date(), markReplayed: () => undefined })).toEqual({
      clientId: business.clientId,
      businessId: business.businessId,
    })
  })

  test('a business of another client is an unknown one', async () => {
    const other = await openTestBusiness(ledger)
    const foreign = requestFor(other.clientId, business.businessId)
    expect(await refusal(postJournalEntry(ledger, foreign, entry(1)))).toBe('BusinessNotFound')
    expect(await refusal(listEntries(ledger, foreign, { page: {} }))).toBe('BusinessNotFound')
    expect(await refusal(listAccountLines(ledger, foreign, { page: {}, accountId: 'CASH' }))).toBe('BusinessNotFound')
  })

  test('the role of the service sees nothing without a tenant, and never changes or removes an entry', async () => {
    await postJournalEntry(ledger, business, entry(1))
    const app = await ledger.connect('service')
    try {
      const tables = [
        'businesses',
        'accounts',
        'journal_entries',
        'line_items',
        'account_balances',
        'clients',
        'idempotency_keys',
      ]
      for (const table of tables) expect((await app.query(`SELECT FROM ${table}`)).rowCount, table).toBe(0)
      for (const table of ['outbox', 'events', 'event_queue'])
        await expect(app.query(`SELECT FROM ${table}`)).rejects.toThrow('permission denied')
      await app.query(`SELECT set_config('app.business_id', $1, false), set_config('app.client_id', $2, false)`, [
        business.businessId,
        business.clientId,
      ])
      expect((await app.query('SELECT FROM line_items')).rowCount).toBeGreaterThan(0)
      for (const table of ['journal_entries', 'line_items']) {
        await expect(app.query(`DELETE FROM ${table}`)).rejects.toThrow('permission denied')
        await expect(app.query(`UPDATE ${table} SET entry_at = now()`)).rejects.toThrow('permission denied')
      }
    } finally {
      await app.end()
    }
  })

  test('the database refuses lines of a wrong amount or side, even where they balance', async () => {
    const { data } = await postJournalEntry(ledger, business, entry(1))
    const add = (amounts: number[], directions: string[]) =>
      ledger.db.transact(business, (tx) =>
        tx.rows(
          `INSERT INTO line_items (business_id, id, entry_id, position, account_id, amount, direction, basis, entry_at, created_at, is_reversal)
           SELECT $1, gen_random_uuid(), gen_random_uuid(), 0, $2, a, d, 'BOTH', now(), now(), false FROM unnest($3::bigint[], $4::text[]) AS t (a, d)`,
          [business.businessId, data.line_items?.[0]?.account?.id?.id, amounts, directions],
        ),
      )
    const [one, sides] = [{ constraint: 'line_items_amount_check' }, { constraint: 'line_items_direction_check' }]
    await expect(add([0], ['DEBIT'])).rejects.toMatchObject(one)
    await expect(add([-1], ['DEBIT'])).rejects.toMatchObject(one)
    await expect(add([2 ** 53], ['CREDIT'])).rejects.toMatchObject(one)
    await expect(add([5], ['debit'])).rejects.toMatchObject(sides)
    await expect(add([5], ['DEBIT'])).rejects.toMatchObject({ constraint: 'line_items_balance' })
  })

  test('the database refuses lines that do not balance, and lines added to an entry later', async () => {
    const { data } = await postJournalEntry(ledger, business, entry(1))
    const add = (positions: number[], amounts: number[]) =>
      ledger.db.transact(business, (tx) =>
        tx.rows(
          `INSERT INTO line_items (business_id, id, entry_id, position, account_id, amount, direction, basis, entry_at, created_at, is_reversal)
           SELECT $1, gen_random_uuid(), $2, p, $3, a, CASE WHEN row_number() OVER () = 1 THEN 'DEBIT' ELSE 'CREDIT' END, 'BOTH', now(), now(), false
             FROM unnest($4::int[], $5::bigint[]) AS t (p, a)`,
          [business.businessId, data.id, data.line_items?.[0]?.account?.id?.id, positions, amounts],
        ),
      )
    await expect(add([2, 3], [5, 4])).rejects.toThrow('balanced')
    await expect(add([2, 3], [5, 5])).rejects.toThrow('balanced')
    await expect(add([0, 1], [5, 5])).rejects.toThrow()
  })
})
