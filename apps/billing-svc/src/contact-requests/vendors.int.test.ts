/** Vendors: created, read, changed, archived. */
import type { BusinessWrite } from '@pacioli/rpc'
import { lockWaits } from '@pacioli/testing'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestBusiness, requestFor, startTestBilling, type TestBilling } from '../testing/billing.test-helpers.ts'
import { refusals } from '../testing/bills.test-helpers.ts'
import { lockContacts } from '../contacts/contact.store.ts'
import { announced, archiveTag } from '../testing/ledger.test-helpers.ts'
import { lockContactsShared } from '../contacts/contact.store.ts'
import type { VendorReference } from '../contacts/contact.ts'
import { findNamedContacts } from '../contacts/named-contacts.ts'
import { VENDORS } from '../contacts/vendor.ts'
import { changeOf, makeVendor, vendorInput, type VendorInput } from '../testing/vendors.test-helpers.ts'
import { createVendor, getVendor, updateVendor } from '../testing/use-cases.test-helpers.ts'

let billing: TestBilling
let request: BusinessWrite
beforeAll(async () => {
  billing = await startTestBilling()
  request = await openTestBusiness(billing)
})
afterAll(() => billing.stop())

const keyed = (key?: string, hash = 'h') =>
  requestFor(request.clientId, request.businessId, key === undefined ? undefined : { key, requestHash: hash })
const create = (input: VendorInput = {}, key?: string) => createVendor(billing, keyed(key), vendorInput(input))
const make = (input: VendorInput = {}) => makeVendor(billing, request, input)
const update = (vendor: { id: string }, change: Parameters<typeof changeOf>[1], key?: string) =>
  updateVendor(billing, keyed(key), changeOf(vendor, change))
const read = async (id: string) => (await getVendor(billing, request, id)).data
const tag = (key: string, value: string) => ({ key, value })

const waiting = () => lockWaits(billing.relayDb)

const FULL = {
  individual_name: 'Ada Lovelace',
  company_name: 'Engines Ltd',
  email: 'Ada@Example.com',
  mobile_phone: '+44 1',
  office_phone: '+44 2',
  address_string: '1 Analytical Row\nLondon',
  memo: 'Pays in advance',
  metadata: '{"rank": 1}',
  reference_number: 'R-1',
}

describe('a vendor', () => {
  test('is read as created, in every field', async () => {
    const input = { ...FULL, external_id: 'full', tags: [tag('team', 'Field'), tag('place', 'Here')] }
    const { data, created } = await create(input)
    expect(created).toBe(true)
    const { tags: _tags, ...fields } = input
    expect(data).toMatchObject({ ...fields, notes: FULL.memo, status: 'ACTIVE' })
    expect(data?.archived_at).toBeUndefined()
    expect(data?.transaction_tags).toMatchObject([
      { key: 'place', value: 'Here', created_at: data?.created_at, updated_at: data?.created_at },
      { key: 'team', value: 'Field' },
    ])
    expect(data?.transaction_tags?.every(({ deleted_at, archived_at }) => !deleted_at && !archived_at)).toBe(true)
    expect(await read(data?.id ?? '')).toEqual(data)
    expect(await read((data?.id ?? '').toUpperCase())).toEqual(data)
  })

  test('needs a name of a company or of a person', async () => {
    expect((await make({ company_name: undefined, individual_name: 'Ada' })).individual_name).toBe('Ada')
    const nameless = create({ company_name: undefined, tags: [tag('team', 'Nobody')] })
    expect(await refusals(nameless)).toEqual([['InvalidPayload', 'company_name']])
    expect(await refusals(create({ company_name: '  ' }))).toEqual([['InvalidPayload', 'company_name']])
    // A refused request defines no tags.
    const made = await create({ tags: [{ ...tag('team', 'Nobody'), value_display_name: 'First named here' }] })
    expect(made.data?.transaction_tags?.[0]?.value_display_name).toBe('First named here')
  })

  test('repeated with an external_id is created once, also where it would be refused by now or is archived', async () => {
    const first = await create({ external_id: 'twice', company_name: 'First' })
    const given = { external_id: 'twice', company_name: 'First' }
    expect(await create(given)).toEqual({ ...first, created: false })
    const tags = [tag('a', 'b'), tag('a', 'c')]
    expect(await refusals(create({ ...given, tags }))).toEqual([['ExternalIdReused', 'tags']])
    const { data } = await update({ id: first.data?.id ?? '' }, { status: 'ARCHIVED' })
    expect(await create(given)).toEqual({ created: false, data })
  })

  test('of three concurrent requests with an external_id is created once; with a key, each gets the first response', async () => {
    const answers = await Promise.all(Array.from({ length: 3 }, () => create({ external_id: 'race' })))
    expect(new Set(answers.map(({ data }) => data?.id)).size).toBe(1)
    expect(answers.filter(({ created }) => created)).toHaveLength(1)
    const keys = await Promise.all(Array.from({ length: 3 }, () => create({ tags: [tag('team', 'Key')] }, 'key')))
    expect(new Set(keys.map(({ data }) => data?.id)).size).toBe(1)
    expect(keys.every(({ created }) => created)).toBe(true)
    await expect(createVendor(billing, keyed('key', 'other'), vendorInput())).rejects.toMatchObject({
      errorEnum: 'IdempotencyKeyReused',
    })
  })

  test('has one value of a dimension', async () => {
    const rivals = [tag('team', 'Field'), tag('team', 'Shop')]
    expect(await refusals(create({ tags: rivals }))).toEqual([['DuplicateTagDimension', 'tags.1']])
  })

  test('announces its state, each version once', async () => {
    const { id } = await make({ ...FULL, tags: [tag('team', 'Field')] })
    await update({ id }, { memo: 'Pays late' })
    await update({ id }, { memo: 'Pays late' })
    await update({ id }, { status: 'ARCHIVED' })
    const events = await announced(billing, id)
    expect(events.map(({ type }) => type)).toEqual([
      'pacioli.vendor.created.v1',
      'pacioli.vendor.changed.v1',
      'pacioli.vendor.changed.v1',
    ])
    const now = await read(id)
    expect(events.at(-1)?.data).toMatchObject({
      ...FULL,
      memo: 'Pays late',
      id,
      business_id: request.businessId,
      metadata: { rank: 1 },
      status: 'ARCHIVED',
      archived_at: now?.archived_at,
      transaction_tags: [{ definition_id: now?.transaction_tags?.[0]?.definition_id }],
      version: 3,
    })
  })
})

describe('a change', () => {
  test('leaves what it does not name, and removes what it clears', async () => {
    const vendor = await make({ ...FULL, external_id: 'changes', tags: [tag('team', 'Field')] })
    const { data } = await update(vendor, { email: 'new@example.com', cleared: ['individual_name', 'memo'] })
    const { individual_name: _name, memo: _memo, notes: _notes, ...kept } = vendor
    expect(data).toEqual({
      ...kept,
      individual_name: undefined,
      memo: undefined,
      notes: undefined,
      archived_at: undefined,
      email: 'new@example.com',
      updated_at: data?.updated_at,
    })
    const cleared = ['external_id', 'email', 'mobile_phone', 'office_phone', 'address_string', 'metadata']
    const bare = (await update(vendor, { cleared: [...cleared, 'reference_number'], tags: { items: [] } })).data
    for (const field of [...cleared, 'reference_number'] as const)
      expect([field, bare?.[field as 'email']]).toEqual([field, undefined])
    expect(bare).toMatchObject({ company_name: 'Engines Ltd', transaction_tags: [] })
    expect(await read(vendor.id)).toEqual(bare)
  })

  test('cannot clear required fields; equal values are none', async () => {
    const vendor = await make({ ...FULL, individual_name: undefined, tags: [tag('team', 'Field')] })
    expect(await refusals(update(vendor, { cleared: ['status'] }))).toEqual([['InvalidPayload', 'status']])
    expect(await refusals(update(vendor, { cleared: ['company_name'] }))).toEqual([['InvalidPayload', 'company_name']])
    expect(await refusals(update(vendor, { status: 'GONE' }))).toEqual([['InvalidPayload', 'status']])
    const same = { company_name: FULL.company_name, status: 'ACTIVE', tags: { items: [tag('team', 'Field')] } }
    // However it is formatted.
    expect((await update(vendor, { ...same, metadata: '{"rank":1}' })).data).toEqual(vendor)
    expect(await announced(billing, vendor.id)).toHaveLength(1)
  })

  test('that is refused defines no tags', async () => {
    const vendor = await make({ external_id: 'refused' })
    await make({ external_id: 'somebody' })
    const inVain = { tags: { items: [{ ...tag('fate', 'Vain'), value_display_name: 'In vain' }] } }
    expect(await refusals(update(vendor, { ...inVain, cleared: ['company_name'] }))).toEqual([
      ['InvalidPayload', 'company_name'],
    ])
    expect(await refusals(update(vendor, { ...inVain, external_id: 'somebody' }))).toEqual([
      ['DuplicateExternalId', 'external_id'],
    ])
    expect(await refusals(update(vendor, { ...inVain, status: 'GONE' }))).toEqual([['InvalidPayload', 'status']])
    const items = [{ ...tag('fate', 'Vain'), value_display_name: 'First named here' }]
    const { data } = await update(vendor, { tags: { items }, external_id: 'given' })
    expect(data).toMatchObject({ external_id: 'given', transaction_tags: [{ value_display_name: 'First named here' }] })
    // Its old external_id is free.
    expect((await make({ external_id: 'refused' })).id).not.toBe(vendor.id)
  })

  test('of tags replaces them; those that stay keep their ids', async () => {
    const vendor = await make({ tags: [tag('place', 'Here'), tag('team', 'Field')] })
    const [place] = vendor.transaction_tags
    const items = [tag('team', 'Shop'), tag('place', 'Here')]
    const { data } = await update(vendor, { tags: { items } })
    expect(data?.transaction_tags).toMatchObject([place, { key: 'team', value: 'Shop' }])
    expect(await read(vendor.id)).toEqual(data)
    expect((await update(vendor, { tags: { items: [] } })).data?.transaction_tags).toEqual([])
    expect((await read(vendor.id))?.transaction_tags).toEqual([])
    const rivals = [tag('team', 'Shop'), tag('team', 'Field')]
    expect(await refusals(update(vendor, { tags: { items: rivals } }))).toEqual([['DuplicateTagDimension', 'tags.1']])
  })

  test('cannot give a vendor an external_id that another gets concurrently', async () => {
    const [one, other] = [await make(), await make()]
    let late: Promise<unknown> = Promise.resolve()
    await billing.db.transact(request, async (tx) => {
      await lockContacts(tx, VENDORS, [one.id])
      late = refusals(update(one, { external_id: 'meanwhile' }))
      await expect.poll(waiting).not.toHaveLength(0)
      await update(other, { external_id: 'meanwhile' })
    })
    expect(await late).toEqual([['DuplicateExternalId', 'external_id']])
  })

  test('archives a vendor, which can still be changed, and restores it', async () => {
    const vendor = await make()
    const archived = (await update(vendor, { status: 'ARCHIVED' })).data
    expect(archived).toMatchObject({ status: 'ARCHIVED', archived_at: archived?.updated_at })
    expect((await update(vendor, { memo: 'gone', status: 'ARCHIVED' })).data).toMatchObject({
      archived_at: archived?.archived_at,
      memo: 'gone',
    })
    expect((await update(vendor, { status: 'ACTIVE' })).data).toMatchObject({
      status: 'ACTIVE',
      archived_at: undefined,
    })
  })

  test('is not lost among concurrent changes', async () => {
    const vendor = await make()
    const changes = Array.from({ length: 4 }, (_, index) =>
      update(vendor, index % 2 === 0 ? { memo: `memo ${index}` } : { tags: { items: [tag('turn', `${index}`)] } }),
    )
    await Promise.all(changes)
    const events = await announced(billing, vendor.id)
    expect(events.map(({ data }) => data.version)).toEqual([1, 2, 3, 4, 5])
    expect(await read(vendor.id)).toMatchObject({
      memo: expect.stringMatching(/^memo \d$/),
      transaction_tags: [{ key: 'turn' }],
    })
  })

  test('is applied once with a key', async () => {
    const vendor = await make()
    const first = await update(vendor, { memo: 'once' }, 'change once')
    await update(vendor, { memo: 'later' })
    expect(await update(vendor, { memo: 'once' }, 'change once')).toEqual(first)
    expect((await read(vendor.id))?.memo).toBe('later')
  })
})

describe('an archived tag', () => {
  test('stays on a vendor, and goes on no other', async () => {
    const vendor = await make({ tags: [tag('season', 'Spring')] })
    const definitionId = vendor.transaction_tags[0]?.definition_id ?? ''
    await archiveTag(billing, request, definitionId)
    expect(await refusals(create({ tags: [tag('season', 'Spring')] }))).toEqual([['TagValueArchived', 'tags.0']])
    expect((await update(vendor, { memo: 'still there' })).data?.transaction_tags).toMatchObject([
      { definition_id: definitionId },
    ])
    expect((await update(vendor, { tags: { items: [] } })).data?.transaction_tags).toEqual([])
  })
})

describe('not found is', () => {
  test('a vendor of another business', async () => {
    const other = await openTestBusiness(billing)
    const { id } = await makeVendor(billing, other, { external_id: 'theirs' })
    expect(await refusals(getVendor(billing, request, id))).toEqual([['VendorNotFound', 'vendorId']])
    expect(await refusals(update({ id }, { memo: 'x', tags: { items: [tag('made', 'in vain')] } }))).toEqual([
      ['VendorNotFound', 'vendorId'],
    ])
    expect((await create({ external_id: 'theirs' })).created).toBe(true)
    expect(await refusals(named([{ vendor_id: id }]))).toEqual([['VendorNotFound', '0.vendor_id']])
  })

  test.each(['', 'nobody', randomUUID()])('a vendor %j', async (id) => {
    expect(await refusals(getVendor(billing, request, id))).toEqual([['VendorNotFound', 'vendorId']])
    expect(await refusals(update({ id }, { memo: 'x' }))).toEqual([['VendorNotFound', 'vendorId']])
  })

  test('a business of another client', async () => {
    const stranger = requestFor(randomUUID(), request.businessId)
    expect(await refusals(createVendor(billing, stranger, vendorInput()))).toEqual([['BusinessNotFound', 'businessId']])
    expect(await refusals(getVendor(billing, stranger, randomUUID()))).toEqual([['BusinessNotFound', 'businessId']])
  })
})

const named = (vendors: readonly VendorReference[]) =>
  billing.db.transact(request, (tx) => findNamedContacts(tx, VENDORS, vendors, (index) => `${index}.`))

describe('documents name vendors', () => {
  test('by either id or both, many at once, in order', async () => {
    const [one, two] = [await make({ external_id: 'named 1' }), await make({ external_id: 'named 2' })]
    const found = await named([
      { vendor_id: two.id.toUpperCase() },
      {},
      { vendor_external_id: 'named 1' },
      { vendor_id: one.id, vendor_external_id: 'named 1' },
    ])
    expect(found.map(({ contact }) => contact?.id)).toEqual([two.id, undefined, one.id, one.id])
  })

  test('that exist, each problem by its field', async () => {
    const [one] = [await make({ external_id: 'named 3' }), await make({ external_id: 'named 4' })]
    const wrong = named([
      { vendor_external_id: 'nobody' },
      { vendor_id: one.id },
      { vendor_id: one.id, vendor_external_id: 'named 4' },
      { vendor_id: 'x', vendor_external_id: '\0' },
    ])
    expect(await refusals(wrong)).toEqual([
      ['VendorNotFound', '0.vendor_external_id'],
      ['InvalidPayload', '2.vendor_external_id'],
      ['VendorNotFound', '3.vendor_id'],
      ['VendorNotFound', '3.vendor_external_id'],
    ])
  })

  test('and share-lock them: none is archived meanwhile', async () => {
    const { id } = await make()
    let archiving: Promise<unknown> = Promise.resolve()
    await billing.db.transact(request, async (tx) => {
      expect((await lockContactsShared(tx, VENDORS, [id, randomUUID()])).get(id)?.archivedAt).toBeNull()
      archiving = update({ id }, { status: 'ARCHIVED' })
      await billing.db.transact(request, async (other) => {
        expect((await lockContactsShared(other, VENDORS, [id])).get(id)?.archivedAt).toBeNull()
      })
      await expect.poll(waiting).not.toHaveLength(0)
      expect((await read(id))?.status).toBe('ACTIVE')
    })
    await archiving
    expect((await read(id))?.status).toBe('ARCHIVED')
  })
})
