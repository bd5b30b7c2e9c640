/** Lists of vendors and of customers: every filter against a plain one, pages during writes, and their cost. */
import type { ListVendorsRequest__Output, Vendor__Output } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import { connectAt, refusalsOf, rowsReadBy, storedAs } from '@pacioli/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestBusiness, startTestBilling, type TestBilling } from '../testing/billing.test-helpers.ts'
import { insertContacts } from '../contacts/contact.store.ts'
import type { RecordedContactKind } from '../contacts/contact.kind.ts'
import { newContact, type Contact } from '../contacts/contact.ts'
import { createContact } from './create-contact.ts'
import { CUSTOMERS } from '../contacts/customer.ts'
import { listContacts } from './list-contacts.ts'
import { gatherContacts, walkContacts } from './search-contacts.store.ts'
import { VENDORS } from '../contacts/vendor.ts'

let billing: TestBilling
beforeAll(async () => {
  billing = await startTestBilling()
})
afterAll(() => billing.stop())

/** A listed vendor or customer. */
type Listed = Vendor__Output

describe.each<[string, RecordedContactKind, RecordedContactKind]>([
  ['vendors', VENDORS, CUSTOMERS],
  ['customers', CUSTOMERS, VENDORS],
])('%s', (_name, kind, other) => {
  type Asked = Partial<ListVendorsRequest__Output>
  type Paging = { mostGathered?: number; between?: () => Promise<unknown> }

  const list = (request: BusinessWrite, asked: Asked = {}, mostGathered = 10_000) =>
    listContacts({ ...billing, mostGathered }, request, kind, {
      page: null,
      reference_numbers: [],
      tag_values: [],
      ...asked,
    })

  /** All pages of a list; `between` runs before each page except the first. */
  async function listAll(request: BusinessWrite, asked: Asked, { mostGathered, between }: Paging = {}) {
    const pages: Listed[][] = []
    const totals: unknown[] = []
    for (let cursor: string | undefined; ;) {
      const page = { ...asked.page, ...(cursor === undefined ? {} : { cursor }) }
      const answer = await list(request, { ...asked, page }, mostGathered)
      pages.push(answer.data as Listed[])
      totals.push(answer.pagination?.total_count)
      cursor = answer.pagination?.cursor
      expect(answer.pagination?.has_more).toBe(cursor !== undefined)
      if (cursor === undefined) return { pages, contacts: pages.flat(), totals }
      await between?.()
    }
  }

  const contactOf = (businessId: string, given: Partial<Contact> = {}): Contact => ({
    ...newContact(
      { id: billing.newId(), businessId, now: new Date(Date.UTC(2026, 0, 1)) },
      { companyName: 'Paper & Co' },
    ),
    ...given,
  })

  const write = (request: BusinessWrite, contacts: readonly Contact[], written: RecordedContactKind = kind) =>
    billing.db.transact(request, (tx) => insertContacts(tx, written, contacts))

  const TEXTS = ['Anna', 'anna@x.com', 'BANANA', '50%', 'a_b', 'back\\slash', 'Ä é', "O'Hara", 'ab', '😀 pay']

  /** Varied contacts, some with two tag values. */
  async function fill(request: BusinessWrite, filled: RecordedContactKind = kind): Promise<void> {
    const { businessId } = request
    const values = await Promise.all(
      ['North', 'South'].map(async (value) => {
        const input = { company_name: 'Paper & Co', tags: [{ key: 'region', value }] }
        const { data } = await createContact(billing, request, filled, input)
        return { ...data?.transaction_tags?.[0] }
      }),
    )
    const text = fc.oneof(
      fc.constantFrom(...TEXTS),
      fc.string({ maxLength: 6 }).filter((one) => !one.includes('\0')),
    )
    const optional = fc.option(text, { nil: null, freq: 2 })
    const arbitrary = fc.record({
      names: fc.tuple(optional, optional),
      email: fc.option(fc.constantFrom('a@x.com', 'A@X.com', 'b@x.com'), { nil: null }),
      referenceNumber: fc.option(fc.constantFrom('R1', 'R2'), { nil: null }),
      isArchived: fc.boolean(),
      day: fc.integer({ min: 1, max: 9 }),
      tag: fc.option(fc.constantFrom(0, 1), { nil: null }),
    })
    const contacts = fc.sample(arbitrary, 60).map((one, index) => {
      const tag = one.tag === null ? undefined : values[one.tag]
      const at = new Date(Date.UTC(2026, 0, one.day))
      const externalId = index % 3 === 0 ? `ext ${index}` : null
      // A customer's external_id counts as a name, too.
      const isNamed = one.names.some((name) => name !== null) || (filled.noun === 'customer' && externalId !== null)
      return contactOf(businessId, {
        externalId,
        companyName: isNamed ? one.names[0] : 'Nameless & Co',
        individualName: one.names[1],
        email: one.email,
        referenceNumber: one.referenceNumber,
        archivedAt: one.isArchived ? at : null,
        createdAt: at,
        tags: tag
          ? [
              {
                id: billing.newId(),
                dimensionId: tag.dimension_id ?? '',
                definitionId: tag.definition_id ?? '',
                createdAt: at,
              },
            ]
          : [],
      })
    })
    await write(request, contacts, filled)
  }

  type Known = Pick<
    Listed,
    'id' | 'external_id' | 'company_name' | 'individual_name' | 'email' | 'reference_number' | 'status' | 'created_at'
  > & { values: string[] }
  type Sought = { asked: Asked; holds: (contact: Known) => boolean }

  const sought: Record<string, fc.Arbitrary<Sought>> = {
    status: fc.constantFrom('ACTIVE', 'ARCHIVED').map((status) => ({
      asked: { status },
      holds: (contact) => contact.status === status,
    })),
    external_id: fc.constantFrom('ext 0', 'ext 33', 'ext 34', 'x\0').map((external_id) => ({
      asked: { external_id },
      holds: (contact) => contact.external_id === external_id,
    })),
    reference_numbers: fc.subarray(['R1', 'R2', 'R3', '\0'], { minLength: 1 }).map((reference_numbers) => ({
      asked: { reference_numbers },
      holds: (contact) => reference_numbers.includes(contact.reference_number ?? '-'),
    })),
    email: fc.constantFrom('a@x.com', 'A@x.COM', 'c@x.com').map((email) => ({
      asked: { email },
      holds: (contact) => contact.email?.toLowerCase() === email.toLowerCase(),
    })),
    q: fc
      .array(
        fc.constantFrom(...TEXTS.flatMap((one) => one.split(' ')), 'ann', 'AN', 'x', 'ext', '%', '_', '\\', 'é', 'ä'),
        {
          maxLength: 3,
        },
      )
      .map((words) => ({
        asked: { q: words.join('  ') },
        holds: (contact) =>
          words.every((word) =>
            [contact.company_name, contact.individual_name, contact.email, contact.external_id].some((text) =>
              text?.toLowerCase().includes(word.toLowerCase()),
            ),
          ),
      })),
    tags: fc.subarray(['North', 'South', 'West'], { minLength: 1 }).map((tag_values) => ({
      asked: { tag_key: 'region', tag_values },
      holds: ({ values }) => values.some((value) => tag_values.includes(value)),
    })),
    no_such_tag: fc.constantFrom('season', '\0').map((tag_key) => ({
      asked: { tag_key, tag_values: ['North'] },
      holds: () => false,
    })),
  }

  const bytes = (text: string): Buffer => Buffer.from([...text].slice(0, 200).join(''))
  const nameOf = ({ company_name, individual_name, external_id }: Known): string =>
    company_name ?? individual_name ?? external_id ?? ''
  const ORDERS: Record<string, (one: Known, other: Known) => number> = {
    name: (one, other) => Buffer.compare(bytes(nameOf(one)), bytes(nameOf(other))),
    created_at: (one, other) => Date.parse(one.created_at) - Date.parse(other.created_at),
  }

  test('every combination of filters, sorts and page sizes returns what a plain filter does', async () => {
    const request = await openTestBusiness(billing)
    // Nothing of another business or of the other kind is ever found.
    await fill(await openTestBusiness(billing))
    await fill(request, other)
    await fill(request)
    const all = (await listAll(request, { page: { limit: 500 } })).contacts.map((contact): Known => ({
      ...contact,
      values: contact.transaction_tags.map(({ value }) => value),
    }))
    expect(all).toHaveLength(62)

    async function check(
      filters: readonly Sought[],
      {
        sortBy,
        sortOrder,
        limit,
        mostGathered,
      }: { sortBy: string; sortOrder: string; limit: number; mostGathered: number },
    ): Promise<void> {
      const asked: Asked = Object.assign({}, ...filters.map((filter) => filter.asked))
      const sign = sortOrder === 'ASC' ? 1 : -1
      const expected = all
        .filter((contact) => filters.every(({ holds }) => holds(contact)))
        .toSorted((one, other) => sign * ((ORDERS[sortBy]?.(one, other) ?? 0) || (one.id < other.id ? -1 : 1)))
        .map(({ id }) => id)
      const page = { limit, sort_by: sortBy, sort_order: sortOrder }
      const { contacts, totals } = await listAll(request, { ...asked, page }, { mostGathered })
      expect({ asked, ids: contacts.map(({ id }) => id) }).toEqual({ asked, ids: expected })
      expect(new Set(totals)).toEqual(new Set([expected.length]))
    }

    const { no_such_tag: noSuchTag, ...others } = sought
    const question = fc.record({
      filters: fc.subarray(Object.values(others), { maxLength: 4 }).chain((some) => fc.tuple(...some)),
      sortBy: fc.constantFrom(...Object.keys(ORDERS)),
      sortOrder: fc.constantFrom('ASC', 'DESC'),
      limit: fc.constantFrom(25, 50, 500),
      mostGathered: fc.constantFrom(0, 20, 10_000),
    })
    await fc.assert(
      fc.asyncProperty(question, ({ filters, ...paging }) => check(filters, paging)),
      { numRuns: 15, endOnFailure: true },
    )
    // Each alone, so that none is skipped by chance.
    for (const one of [...Object.values(others), ...(noSuchTag ? [noSuchTag] : [])])
      for (const filter of fc.sample(one, 1))
        await check([filter], { sortBy: 'name', sortOrder: 'DESC', limit: 100, mostGathered: 10_000 })
  }, 120_000)

  describe('of one business', () => {
    let request: BusinessWrite
    beforeAll(async () => {
      request = await openTestBusiness(billing)
    })

    test('a business without any has an empty list', async () => {
      expect(await list(request)).toEqual({
        data: [],
        pagination: { sort_by: 'name', sort_order: 'ASC', has_more: false, total_count: 0 },
      })
    })

    test('an invalid query is refused by its field', async () => {
      await write(request, [contactOf(request.businessId), contactOf(request.businessId)])
      const refused = (asked: Asked) => refusalsOf(list(request, asked))
      expect(await refused({ status: 'GONE' })).toEqual([['InvalidQuery', 'status']])
      expect(await refused({ tag_key: 'team' })).toEqual([['MissingTagValues', 'tag_values']])
      expect(await refused({ tag_values: ['Field'] })).toEqual([['MissingTagValues', 'tag_key']])
      expect(await refused({ q: 'a '.repeat(21) })).toEqual([['InvalidQuery', 'q']])
      expect(await refused({ page: { sort_by: 'email' } })).toEqual([['InvalidQuery', 'sort_by']])
      const { pagination } = await list(request, { page: { limit: 1 } })
      const cursor = pagination?.cursor ?? ''
      expect(await refused({ page: { cursor }, q: 'paper' })).toEqual([['InvalidCursor', 'cursor']])
      expect(await refused({ page: { cursor: `${cursor}x` } })).toEqual([['InvalidCursor', 'cursor']])
    })

    test('names are sorted by their first 200 characters, equal ones by id', async () => {
      const long = 'ä'.repeat(5_000)
      const contacts = ['z', 'a', 'b'].map((end) => contactOf(request.businessId, { companyName: `${long}${end}` }))
      await write(request, contacts)
      for (const mostGathered of [0, 10_000]) {
        const { pages } = await listAll(request, { q: 'ää', page: { limit: 1 } }, { mostGathered })
        expect(pages.map(([contact]) => contact?.id)).toEqual(contacts.map(({ id }) => id).sort())
      }
    })

    test('the count is that of the first page', async () => {
      await write(
        request,
        Array.from({ length: 3 }, () => contactOf(request.businessId, { companyName: 'Counted' })),
      )
      const { totals, contacts } = await listAll(
        request,
        { q: 'counted', page: { limit: 1 } },
        { between: () => write(request, [contactOf(request.businessId, { companyName: 'A Counted' })]) },
      )
      expect(contacts).toHaveLength(3)
      expect(totals).toEqual([3, 3, 3])
    })
  })

  test.each(['name', 'created_at'])('during writes, pages by %s neither skip nor repeat', async (sortBy) => {
    const request = await openTestBusiness(billing)
    const ranked = (rank: number) =>
      contactOf(request.businessId, {
        companyName: `${10_000 + rank} Paper`,
        createdAt: new Date(Date.UTC(2026, 0, 1) + rank * 1_000),
      })
    const first = Array.from({ length: 45 }, (_, index) => ranked(index * 10))
    await write(request, first)
    const before = new Set(first.map(({ id }) => id))
    for (const [sort_order, mostGathered, asked] of [
      ['ASC', 10_000, { q: 'paper' }],
      ['DESC', 0, {}],
    ] as const) {
      let writes = 0
      const { contacts } = await listAll(
        request,
        { ...asked, page: { limit: 12, sort_by: sortBy, sort_order } },
        {
          mostGathered,
          // Before, behind and at the position of the page, and with the same key as rows that are there.
          between: async () => {
            writes += 1
            if (writes <= 4) await write(request, [1, 130, 250, 301, 445, 1_000].map(ranked))
          },
        },
      )
      const seen = contacts.map(({ id }) => id)
      expect(writes).toBeGreaterThan(3)
      expect(new Set(seen).size).toBe(seen.length)
      expect(seen.filter((id) => before.has(id))).toHaveLength(first.length)
    }
  })

  test('few matches are found without reading the others', async () => {
    const request = await openTestBusiness(billing)
    await billing.db.transact(request, (tx) =>
      tx.rows(
        `INSERT INTO ${kind.table} (business_id, id, company_name, external_id, email, reference_number, created_at, updated_at)
       SELECT $1, gen_random_uuid(), 'Company ' || n, 'supplier-' || n, n || '@example.com', 'R-' || n, now(), now()
         FROM generate_series(10001, 15000) AS n`,
        [request.businessId],
      ),
    )
    const admin = await connectAt(billing.adminUrl, request.businessId)
    await admin.query(`VACUUM ANALYZE ${await storedAs(admin, kind.table)}`)
    await admin.end()
    const page = { limit: 10, sortBy: 'name', sortOrder: 'ASC', after: undefined, totalCount: undefined } as const
    for (const filter of [
      { likes: ['%Company 12577%'] },
      { likes: ['%supplier-12577%', '%12577@example%'] },
      { email: '12577@EXAMPLE.com' },
      { external_id: 'supplier-12577' },
      { reference_numbers: ['R-12577'] },
      { likes: ['%comp%'], reference_numbers: ['R-12577', 'R-12578'] },
    ]) {
      const { answer, rowsRead } = await billing.db.transact(request, (tx) =>
        rowsReadBy(tx, kind.table, () => gatherContacts(tx, kind, filter, page, 10_000)),
      )
      expect(answer?.total).toBe(filter.reference_numbers?.length ?? 1)
      expect([filter, rowsRead]).toEqual([filter, expect.toSatisfy((rows: number) => rows > 0 && rows < 20)])
    }
    const { answer, rowsRead } = await billing.db.transact(request, (tx) =>
      rowsReadBy(tx, kind.table, () => walkContacts(tx, kind, { likes: ['%company%'] }, { ...page, after: undefined })),
    )
    expect(answer).toHaveLength(11)
    expect(rowsRead).toBeLessThan(20)
  })
})
