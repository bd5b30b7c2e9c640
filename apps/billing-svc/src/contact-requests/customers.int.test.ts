/** Customers: created directly or inline by documents, and their credit. */
import type { BusinessWrite } from '@pacioli/rpc'
import { lockWaits } from '@pacioli/testing'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestBusiness, requestFor, startTestBilling, type TestBilling } from '../testing/billing.test-helpers.ts'
import { refusals } from '../testing/bills.test-helpers.ts'
import { announced } from '../testing/ledger.test-helpers.ts'
import { loadCredits } from '../contacts/customer-credit.store.ts'
import { lockContactsShared } from '../contacts/contact.store.ts'
import type { CustomerReference } from '../contacts/contact.ts'
import { CUSTOMERS } from '../contacts/customer.ts'
import { changeOf, customerInput, makeCustomer, move, type CustomerInput } from '../testing/customers.test-helpers.ts'
import { findIdsByExternalId } from '../documents/document.store.ts'
import { createInlineCustomers, findNamedContacts, type NamedContact } from '../contacts/named-contacts.ts'
import {
  createCustomer,
  createVendor,
  getCustomer,
  listCustomers,
  findContacts,
  updateCustomer,
} from '../testing/use-cases.test-helpers.ts'
import { vendorInput } from '../testing/vendors.test-helpers.ts'

let billing: TestBilling
let request: BusinessWrite
beforeAll(async () => {
  billing = await startTestBilling()
  request = await openTestBusiness(billing)
})
afterAll(() => billing.stop())

const keyed = (key?: string) =>
  requestFor(request.clientId, request.businessId, key === undefined ? undefined : { key, requestHash: 'h' })
const create = (input: CustomerInput = {}, key?: string) => createCustomer(billing, keyed(key), customerInput(input))
const make = (input: CustomerInput = {}) => makeCustomer(billing, request, input)
const update = (customer: { id: string }, change: Parameters<typeof changeOf>[1]) =>
  updateCustomer(billing, request, changeOf(customer, change))
const read = async (id: string) => (await getCustomer(billing, request, id)).data
const moveCredit = (deltas: Readonly<Record<string, number>>) => move(billing, request, deltas)
const tag = (key: string, value: string) => ({ key, value })

const waiting = () => lockWaits(billing.relayDb)

const inlineCustomer = async (externalId: string) =>
  (await billing.db.transact(request, (tx) => createInlineCustomers(tx, billing, [externalId]))).get(externalId)

const FULL = {
  individual_name: 'Ada Lovelace',
  company_name: 'Engines Ltd',
  email: 'Ada@Example.com',
  mobile_phone: '+44 1',
  office_phone: '+44 2',
  address_string: '1 Analytical Row\nLondon',
  memo: 'Pays late',
  metadata: '{"rank": 1}',
  reference_number: 'R-1',
}

describe('a customer', () => {
  test('is read as created, in every field, and has no credit', async () => {
    const input = { ...FULL, external_id: 'full', tags: [tag('team', 'Field')] }
    const { data, created } = await create(input)
    const { tags: _tags, ...fields } = input
    expect(created).toBe(true)
    expect(data).toMatchObject({ ...fields, notes: FULL.memo, status: 'ACTIVE', credit_balance: 0 })
    expect(data?.transaction_tags).toMatchObject([{ key: 'team', value: 'Field' }])
    expect(await read((data?.id ?? '').toUpperCase())).toEqual(data)
    const page = { page: null, reference_numbers: [], tag_values: [], external_id: 'full' }
    expect((await listCustomers(billing, request, page)).data).toEqual([data])
  })

  test('needs a name or an external_id', async () => {
    expect(await refusals(create({ company_name: undefined }))).toEqual([['InvalidPayload', 'company_name']])
    const bare = await make({ company_name: undefined, external_id: 'bare' })
    expect(await refusals(update(bare, { cleared: ['external_id'] }))).toEqual([['InvalidPayload', 'company_name']])
    expect((await update(bare, { cleared: ['external_id'], individual_name: 'Ada' })).data).toMatchObject({
      individual_name: 'Ada',
      external_id: undefined,
    })
  })

  test('created inline is filled by its first create, and is an ordinary one from then on', async () => {
    const before = await inlineCustomer('on the way')
    const given = {
      external_id: 'on the way',
      company_name: 'Arrived Ltd',
      email: 'a@arrived.example',
      memo: undefined,
    }
    const [filled, ...others] = await Promise.all([create(given), create(given), create(given)])
    expect(filled).toMatchObject({ created: false, data: { id: before?.id, company_name: 'Arrived Ltd' } })
    expect(others).toEqual([filled, filled])
    expect(await refusals(create({ ...given, email: 'b@arrived.example' }))).toEqual([['ExternalIdReused', 'email']])
    expect(await announced(billing, before?.id ?? '')).toHaveLength(2)
  })

  test('created inline is never returned as it was before it was filled', async () => {
    for (let round = 0; round < 40; round++) {
      const given = { external_id: `filled ${round}`, company_name: 'Arrived Ltd' }
      await inlineCustomer(given.external_id)
      const answers = await Promise.all([create(given), create(given), create(given), create(given)])
      expect(answers.map(({ data }) => data?.company_name)).toEqual(answers.map(() => 'Arrived Ltd'))
    }
  })

  test('of two different concurrent creates gets the content of one, and the other is refused', async () => {
    await inlineCustomer('contested')
    for (const external_id of ['contested', 'contested and new']) {
      const race = await Promise.all(
        ['One Ltd', 'Other Ltd'].map((company_name) => refusals(create({ external_id, company_name }))),
      )
      expect(race).toContainEqual([['ExternalIdReused', 'company_name']])
      expect(race.filter((one) => one === 'done')).toHaveLength(1)
    }
  })

  test('of five concurrent requests with an external_id is created once, and so with a key', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => create({ external_id: 'race' })))
    expect(new Set(answers.map(({ data }) => data?.id)).size).toBe(1)
    expect(answers.filter(({ created }) => created)).toHaveLength(1)
    const keys = await Promise.all(Array.from({ length: 5 }, () => create({}, 'key')))
    expect(new Set(keys.map(({ data }) => data?.id)).size).toBe(1)
  })

  test('announces its state, each version once', async () => {
    const { id } = await make({ company_name: undefined, external_id: 'announced', tags: [tag('team', 'Field')] })
    await update({ id }, FULL)
    await update({ id }, FULL)
    await update({ id }, { status: 'ARCHIVED' })
    const events = await announced(billing, id)
    expect(events.map(({ type, data }) => [type, data.version, data.name])).toEqual([
      ['pacioli.customer.created.v1', 1, 'announced'],
      ['pacioli.customer.changed.v1', 2, 'Engines Ltd'],
      ['pacioli.customer.changed.v1', 3, 'Engines Ltd'],
    ])
    expect(events.at(-1)?.data).toMatchObject({
      ...FULL,
      id,
      business_id: request.businessId,
      external_id: 'announced',
      metadata: { rank: 1 },
      status: 'ARCHIVED',
      archived_at: (await read(id))?.archived_at,
    })
  })

  test('is unknown in another business, and is no vendor', async () => {
    const other = await openTestBusiness(billing)
    const { id } = await makeCustomer(billing, other, { external_id: 'theirs' })
    for (const unknown of [id, '', 'nobody', randomUUID()]) {
      expect(await refusals(getCustomer(billing, request, unknown))).toEqual([['CustomerNotFound', 'customerId']])
      expect(await refusals(update({ id: unknown }, { memo: 'x' }))).toEqual([['CustomerNotFound', 'customerId']])
    }
    expect((await create({ external_id: 'theirs' })).created).toBe(true)
  })

  test('cannot get the external_id of another customer until that one gives it up', async () => {
    const [mine, yours] = [await make({ external_id: 'mine' }), await make({ external_id: 'yours' })]
    expect(await refusals(update(yours, { external_id: 'mine' }))).toEqual([['DuplicateExternalId', 'external_id']])
    await update(mine, { external_id: 'ours' })
    expect((await update(yours, { external_id: 'mine' })).data?.external_id).toBe('mine')
  })
})

const named = (customers: readonly CustomerReference[]) =>
  billing.db.transact(request, (tx) => findNamedContacts(tx, CUSTOMERS, customers, (index) => `${index}.`))

const kindOf = ({ contact, newExternalId } = {} as NamedContact) =>
  contact ? 'known' : newExternalId === undefined ? 'nobody' : 'new'

describe('documents name customers', () => {
  test('by either id or both, in order; an unknown external_id alone names a new customer', async () => {
    const [one, two] = [await make({ external_id: 'named 1' }), await make({ external_id: 'named 2' })]
    const found = await named([
      { customer_id: two.id.toUpperCase() },
      { customer_external_id: 'nobody yet' },
      { customer_external_id: 'named 1' },
      { customer_id: one.id, customer_external_id: 'named 1' },
    ])
    expect(found.map(({ contact, newExternalId }) => contact?.id ?? newExternalId)).toEqual([
      two.id,
      'nobody yet',
      one.id,
      one.id,
    ])
    expect(found.map(kindOf)).toEqual(['known', 'new', 'known', 'known'])
    const existing = await billing.db.transact(request, (tx) =>
      findIdsByExternalId(tx, CUSTOMERS.table, ['nobody yet']),
    )
    expect(existing).toEqual(new Map())
  })

  test('that are valid, each problem by its field', async () => {
    const [one] = [await make({ external_id: 'named 3' }), await make({ external_id: 'named 4' })]
    const theirs = await makeCustomer(billing, await openTestBusiness(billing))
    const wrong = named([
      {},
      { customer_id: one.id },
      { customer_id: one.id, customer_external_id: 'named 4' },
      { customer_id: one.id, customer_external_id: 'nobody' },
      { customer_id: theirs.id },
      { customer_id: 'x', customer_external_id: '\0' },
      { customer_external_id: '\0' },
      { customer_external_id: '\ud800' },
      { customer_external_id: ' ' },
    ])
    expect(await refusals(wrong)).toEqual([
      ['InvalidPayload', '0.customer_id'],
      ['InvalidPayload', '2.customer_external_id'],
      ['CustomerNotFound', '3.customer_external_id'],
      ['CustomerNotFound', '4.customer_id'],
      ['CustomerNotFound', '5.customer_id'],
      ['CustomerNotFound', '5.customer_external_id'],
      ['InvalidPayload', '6.customer_external_id'],
      ['InvalidPayload', '7.customer_external_id'],
      ['InvalidPayload', '8.customer_external_id'],
    ])
  })

  test('and lock them: none is archived meanwhile', async () => {
    const { id } = await make()
    let archiving: Promise<unknown> = Promise.resolve()
    await billing.db.transact(request, async (tx) => {
      expect((await lockContactsShared(tx, CUSTOMERS, [id, randomUUID()])).get(id)?.archivedAt).toBeNull()
      archiving = update({ id }, { status: 'ARCHIVED' })
      await expect.poll(waiting).not.toHaveLength(0)
      expect((await read(id))?.status).toBe('ACTIVE')
    })
    await archiving
    expect((await read(id))?.status).toBe('ARCHIVED')
  })
})

/** Like a bulk request, which waits before it commits. */
const createInline = (externalIds: readonly string[], beforeCommit: () => Promise<unknown> = () => Promise.resolve()) =>
  billing.db.transact(request, async (tx) => {
    const made = await createInlineCustomers(tx, billing, externalIds)
    await beforeCommit()
    return made
  })

describe('inline customers', () => {
  test('have only their external_id, and are announced as created', async () => {
    const known = await make({ external_id: 'way 1' })
    const made = await createInline(['way 2', 'way 1', 'way 2', 'way 3'])
    expect([...made.keys()].sort()).toEqual(['way 1', 'way 2', 'way 3'])
    expect(made.get('way 1')?.id).toBe(known.id)
    const id = made.get('way 2')?.id ?? ''
    expect(await read(id)).toMatchObject({ external_id: 'way 2', company_name: undefined, status: 'ACTIVE' })
    const events = await announced(billing, id)
    expect(events.map(({ type, data }) => [type, data.name, data.version])).toEqual([
      ['pacioli.customer.created.v1', 'way 2', 1],
    ])
    expect(await announced(billing, known.id)).toHaveLength(1)
  })

  test('are created once by concurrent requests that name them in opposite orders', async () => {
    const ids = Array.from({ length: 30 }, (_, index) => `crowd ${index}`)
    const shares = [ids, ids.toReversed(), ids.slice(0, 20).reverse(), ids.slice(10), ids.slice(5, 25)]
    const answers = await Promise.all(shares.map((share) => createInline(share)))
    const idsOf = (externalId: string) => new Set(answers.flatMap((made) => made.get(externalId)?.id ?? []))
    expect(ids.map((externalId) => [externalId, idsOf(externalId).size])).toEqual(ids.map((one) => [one, 1]))
    const { pagination } = await listCustomers(billing, request, {
      page: null,
      reference_numbers: [],
      tag_values: [],
      q: 'crowd',
    })
    expect(pagination?.total_count).toBe(30)
    const created = await billing.relayDb.call(
      `SELECT FROM events WHERE business_id = $1 AND event LIKE '%"name":"crowd %'`,
      [request.businessId],
      request.businessId,
    )
    expect(created).toHaveLength(30)
  })

  test('are waited for while another request creates them, and created if that one fails', async () => {
    let late: ReturnType<typeof createInline> | undefined
    const failing = createInline(['late 1', 'late 2'], async () => {
      late = createInline(['late 2', 'late 3'])
      await expect.poll(waiting).not.toHaveLength(0)
      throw new Error('refused in the end')
    })
    await expect(failing).rejects.toThrow('refused in the end')
    expect([...((await late)?.keys() ?? [])].sort()).toEqual(['late 2', 'late 3'])
    expect(kindOf((await named([{ customer_external_id: 'late 1' }]))[0])).toBe('new')
    expect(kindOf((await named([{ customer_external_id: 'late 2' }]))[0])).toBe('known')
  })

  test('of another request are locked as they are, archived ones too', async () => {
    const { id } = await make({ external_id: 'archived on the way' })
    await update({ id }, { status: 'ARCHIVED' })
    let back: Promise<unknown> = Promise.resolve()
    const made = await createInline(['archived on the way'], async () => {
      back = update({ id }, { status: 'ACTIVE' })
      await expect.poll(waiting).not.toHaveLength(0)
      expect((await read(id))?.status).toBe('ARCHIVED')
    })
    await back
    expect(made.get('archived on the way')?.archivedAt).toBeInstanceOf(Date)
    expect((await read(id))?.status).toBe('ACTIVE')
  })
})

describe('the credit of a customer', () => {
  const creditOf = async (id: string) => (await read(id))?.credit_balance

  test('is the sum of its moves, and is shown with the customer', async () => {
    const [one, two] = [await make(), await make()]
    expect(await moveCredit({ [one.id]: 500, [two.id]: 7 })).toEqual({ [one.id]: 500, [two.id]: 7 })
    expect(await moveCredit({ [one.id]: -500, [two.id]: 1 })).toEqual({ [one.id]: 0, [two.id]: 8 })
    expect([await creditOf(one.id), await creditOf(two.id)]).toEqual([0, 8])
    const credits = await billing.db.transact(request, (tx) => loadCredits(tx, [two.id, one.id, two.id, randomUUID()]))
    expect(credits).toEqual(
      new Map([
        [one.id, 0],
        [two.id, 8],
      ]),
    )
    // Credit is no part of its state.
    expect(await announced(billing, one.id)).toHaveLength(1)
  })

  test('cannot be overspent, and nothing moves where one of several lacks it', async () => {
    const [one, two, three] = [await make(), await make(), await make()]
    await moveCredit({ [one.id]: 10, [two.id]: 10 })
    expect(await refusals(moveCredit({ [one.id]: -10, [two.id]: -11, [three.id]: -1 }))).toEqual([
      ['OverAllocated', `credit of ${two.id}`],
      ['OverAllocated', `credit of ${three.id}`],
    ])
    expect([await creditOf(one.id), await creditOf(two.id), await creditOf(three.id)]).toEqual([10, 10, 0])
  })

  test('grows up to the safe range', async () => {
    const { id } = await make()
    expect(await moveCredit({ [id]: Number.MAX_SAFE_INTEGER })).toEqual({ [id]: Number.MAX_SAFE_INTEGER })
    expect(await refusals(moveCredit({ [id]: 1 }))).toEqual([['AmountOutOfRange', `credit of ${id}`]])
    expect(await creditOf(id)).toBe(Number.MAX_SAFE_INTEGER)
  })

  test('is kept above zero by the schema, too', async () => {
    const { id } = await make()
    await moveCredit({ [id]: 1 })
    const overspend = billing.db.transact(request, (tx) =>
      tx.rows('UPDATE customer_credits SET balance = balance - 2 WHERE customer_id = $1', [id]),
    )
    await expect(overspend).rejects.toThrow('customer_credits_balance')
  })

  test('is spent once by concurrent requests', async () => {
    const { id } = await make()
    await moveCredit({ [id]: 100 })
    const spent = await Promise.all(Array.from({ length: 14 }, () => refusals(moveCredit({ [id]: -10 }))))
    expect(spent.filter((outcome) => outcome === 'done')).toHaveLength(10)
    expect(spent.filter((outcome) => outcome !== 'done')).toEqual(Array(4).fill([['OverAllocated', `credit of ${id}`]]))
    expect(await creditOf(id)).toBe(0)
  })

  test('moves for many customers at once in any order, also for those who never had any', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, async () => (await make()).id))
    const moves = Array.from({ length: 6 }, (_, index) => {
      const some = ids.filter((_id, place) => (place + index) % 3 !== 0)
      return index % 2 === 0 ? some : some.toReversed()
    })
    await Promise.all(moves.map((some) => moveCredit(Object.fromEntries(some.map((id) => [id, 5])))))
    const credits = await billing.db.transact(request, (tx) => loadCredits(tx, ids))
    expect(ids.map((id) => credits.get(id))).toEqual(
      ids.map((id) => 5 * moves.filter((some) => some.includes(id)).length),
    )
  })

  test('that another request is adding can be spent once it is committed', async () => {
    const { id } = await make()
    let spending: Promise<unknown> = Promise.resolve()
    await billing.db.transact(request, async (tx) => {
      await tx.rows('INSERT INTO customer_credits (business_id, customer_id, balance) VALUES ($1, $2, 7)', [
        request.businessId,
        id,
      ])
      spending = moveCredit({ [id]: -7 })
      await expect.poll(waiting).not.toHaveLength(0)
    })
    expect(await spending).toEqual({ [id]: 0 })
  })

  test('belongs to its business: customers of another have none of it', async () => {
    const theirs = await makeCustomer(billing, await openTestBusiness(billing))
    await expect(moveCredit({ [theirs.id]: 1 })).rejects.toThrow(/foreign key/)
  })
})

describe('contacts by their ids', () => {
  test('are told by the name that they have now, and others are left out', async () => {
    const [ada, inline] = [await make({ individual_name: 'Ada' }), await inlineCustomer('inline')]
    await update(ada, { company_name: 'Engines', status: 'ARCHIVED' })
    const { data: vendor } = await createVendor(billing, keyed(), vendorInput({ company_name: 'Looms' }))
    const stranger = await makeCustomer(billing, await openTestBusiness(billing), { company_name: 'Not ours' })
    const found = await findContacts(billing, request, {
      customer_ids: [ada.id, inline?.id ?? '', ada.id, stranger.id, vendor?.id ?? '', 'none'],
      vendor_ids: [vendor?.id ?? '', ada.id, randomUUID()],
    })
    expect(found.vendors).toEqual([{ id: vendor?.id, name: 'Looms' }])
    expect(new Set(found.customers)).toEqual(
      new Set([
        { id: ada.id, name: 'Engines' },
        { id: inline?.id, name: 'inline' },
      ]),
    )
  })

  test('are at most 10,000', async () => {
    const customer_ids = Array.from({ length: 10_001 }, () => randomUUID())
    expect(await refusals(findContacts(billing, request, { customer_ids, vendor_ids: [] }))).toEqual([
      ['InvalidQuery', undefined],
    ])
  })
})
