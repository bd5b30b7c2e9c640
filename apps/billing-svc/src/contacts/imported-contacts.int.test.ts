/** Customers and vendors that imports of the ledger have met, by its events. */
import { domainEvent, readEvent, type CloudEvent } from '@pacioli/events'
import { findBusiness } from '@pacioli/ledger-facts'
import type { BusinessWrite } from '@pacioli/rpc'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventsSubscriber } from '../consumers/events.subscriber.ts'
import { openTestBusiness, startTestBilling, type TestBilling } from '../testing/billing.test-helpers.ts'
import { changeOf, makeCustomer } from '../testing/customers.test-helpers.ts'
import { announced } from '../testing/ledger.test-helpers.ts'
import { getCustomer, getVendor, listCustomers, updateCustomer } from '../testing/use-cases.test-helpers.ts'

let billing: TestBilling
let request: BusinessWrite
beforeAll(async () => {
  billing = await startTestBilling()
})
afterAll(() => billing.stop())
beforeEach(async () => {
  request = await openTestBusiness(billing)
})

type Party = { id: string; kind: 'CUSTOMER' | 'VENDOR'; name: string; external_id: string }

const amy = (given: Partial<Party> = {}): Party => ({
  id: randomUUID(),
  kind: 'CUSTOMER',
  name: "Amy's Bird Sanctuary",
  external_id: 'quickbooks:1:3',
  ...given,
})

const deliver = (parties: readonly Party[], { businessId } = request) =>
  eventsSubscriber(billing).handle(
    businessId,
    parties.map((party) => {
      const { subject, event } = domainEvent({
        id: randomUUID(),
        time: new Date('2026-01-01T00:00:00Z'),
        service: 'ledger',
        businessId,
        aggregateType: 'imported_party',
        aggregateId: party.id,
        version: 1,
        type: 'created',
        data: { business_id: businessId, ...party },
      })
      return { businessId, subject, event: readEvent(event) as CloudEvent }
    }),
  )

const customer = async (id: string) => (await getCustomer(billing, request, id)).data

test('a customer and a vendor of an import are here under the ids that lines name, also in a business that is new here', async () => {
  const vendor = amy({ kind: 'VENDOR', name: 'Brosnahan Insurance', external_id: 'quickbooks:1:56' })
  const owing = amy()
  await deliver([owing, vendor])
  expect(await billing.db.transact(request, (tx) => findBusiness(tx))).toBeUndefined()
  expect(await customer(owing.id)).toMatchObject({
    id: owing.id,
    company_name: "Amy's Bird Sanctuary",
    external_id: 'quickbooks:1:3',
    status: 'ACTIVE',
  })
  expect((await getVendor(billing, request, vendor.id)).data).toMatchObject({
    company_name: 'Brosnahan Insurance',
    external_id: 'quickbooks:1:56',
  })
  expect((await announced(billing, owing.id)).map(({ type }) => type)).toEqual(['pacioli.customer.created.v1'])
  expect((await announced(billing, vendor.id)).map(({ type }) => type)).toEqual(['pacioli.vendor.created.v1'])
})

describe('the event of a party', () => {
  test('that is delivered again creates nothing, and leaves what has changed', async () => {
    const party = amy()
    await deliver([party, party])
    await updateCustomer(billing, request, changeOf(party, { company_name: 'Amy Ltd', external_id: 'ours' }))
    await deliver([party])
    expect(await customer(party.id)).toMatchObject({ company_name: 'Amy Ltd', external_id: 'ours' })
    expect(await announced(billing, party.id)).toHaveLength(2)
  })

  test('that is delivered to several at once creates one customer', async () => {
    const party = amy()
    const attempts = await Promise.allSettled(Array.from({ length: 5 }, () => deliver([party])))
    expect(attempts.some(({ status }) => status === 'fulfilled')).toBe(true)
    await deliver([party])
    expect(await announced(billing, party.id)).toHaveLength(1)
  })

  test('creates the customer without external_id where another one has it', async () => {
    const own = await makeCustomer(billing, request, { external_id: 'quickbooks:1:3' })
    const party = amy()
    await deliver([party])
    expect(await customer(party.id)).toMatchObject({ company_name: party.name, external_id: undefined })
    expect(await customer(own.id)).toMatchObject({ external_id: 'quickbooks:1:3' })
  })

  test('concerns its own business alone', async () => {
    const party = amy()
    const other = await openTestBusiness(billing)
    await deliver([party], other)
    const page = { page: null, reference_numbers: [], tag_values: [] }
    expect((await listCustomers(billing, request, page)).data).toEqual([])
    await deliver([party])
    expect((await listCustomers(billing, other, page)).data).toHaveLength(1)
    expect((await listCustomers(billing, request, page)).data).toHaveLength(1)
  })
})
