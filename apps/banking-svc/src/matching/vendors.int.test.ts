/** Vendors are told, found and suggested as they are now, however their events come. */
import { randomUUID } from 'node:crypto'
import { refused } from '@pacioli/errors'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openTestBusiness, startTestBanking, type TestBanking } from '../banking.test-helpers.ts'
import { openTestAccount, type TestAccount } from '../bank-accounts/bank-accounts.test-helpers.ts'
import { list, type Asked } from '../bank-transactions/listing.test-helpers.ts'
import { getTransaction } from '../bank-transactions/get-transaction.ts'
import { intakeSubscriber } from '../intake/intake.subscriber.ts'
import {
  aDocument,
  anExpense,
  aVendor,
  changed,
  changedVendor,
  deliveryOf,
  keepInBilling,
  tell,
  type TestVendor,
  type Told,
} from './documents.test-helpers.ts'
import { idOf, transactionNow } from './matching.test-helpers.ts'
import {
  confirm,
  matched,
  openPayables,
  refusalOf,
  reported,
  suggestionsFor,
  violationsOf,
  type Payables,
} from './payables.test-helpers.ts'

let banking: TestBanking
beforeAll(async () => {
  banking = await startTestBanking()
})
afterAll(() => banking.stop())
afterEach(() => {
  expect(banking.refusedPostings.splice(0)).toEqual([])
})

/** The transactions that a filter finds, and how their vendors are told. */
async function found({ request, checking }: Payables, filter: Asked): Promise<unknown[]> {
  const place = { request, accounts: [checking, checking] as [TestAccount, TestAccount] }
  const { data } = await list(banking, place, filter)
  return (data ?? []).map(({ id, vendor_id, vendor_external_id }) => [id, vendor_id, vendor_external_id])
}

const told = async ({ request }: Payables, { id }: { id: string }) => {
  const { vendor_id, vendor_external_id } = await getTransaction(banking, request, id)
  return { vendor_id, vendor_external_id }
}

describe('a vendor that changes', () => {
  test('is found by the external_id that it has now, and by no other', async () => {
    const payables = await openPayables(banking)
    const { request } = payables
    const vendor = aVendor('old')
    await tell(banking, request, vendor)
    const { transaction } = await matched(payables, { vendor })
    const before = await transactionNow(banking, request, transaction)
    expect(await found(payables, { vendor_external_id: 'old' })).toEqual([[transaction.id, vendor.id, 'old']])

    const renamed = changedVendor(vendor, { external_id: 'new' })
    await tell(banking, request, renamed)
    expect(await found(payables, { vendor_external_id: 'old' })).toEqual([])
    expect(await found(payables, { vendor_external_id: 'new' })).toEqual([[transaction.id, vendor.id, 'new']])
    expect(await found(payables, { vendor_external_id: 'new', vendor_id: vendor.id })).toHaveLength(1)
    expect(await found(payables, { vendor_external_id: 'new', vendor_id: randomUUID() })).toEqual([])

    // What one gives up another may take.
    const heir = aVendor('old')
    await tell(banking, request, heir)
    const next = await matched(payables, { vendor: heir, amount: 2_000 })
    expect(await found(payables, { vendor_external_id: 'old' })).toEqual([[next.transaction.id, heir.id, 'old']])

    await tell(banking, request, changedVendor(renamed, { external_id: null }))
    expect(await found(payables, { vendor_external_id: 'new' })).toEqual([])
    expect(await told(payables, transaction)).toEqual({ vendor_id: vendor.id, vendor_external_id: undefined })
    // Nothing of the transaction itself has changed.
    expect(await transactionNow(banking, request, transaction)).toEqual(before)
  })

  test('is suggested by the name that it has now', async () => {
    const payables = await openPayables(banking)
    const { request, clearingAccountId } = payables
    const vendors = [aVendor('a', 'Acme Supplies'), aVendor('b', 'Zebra Carriers')] as const
    const documents = vendors.map((vendor) => aDocument({ clearingAccountId, vendor }))
    await tell(banking, request, ...vendors, ...documents)
    const paid = await reported(payables, { description: 'ZEBRA CARRIERS 4711' })
    const suggested = async () => (await suggestionsFor(payables, paid)).map(({ id }) => id)
    const [toAcme, toZebra] = documents.map(({ id }) => id)
    expect(await suggested()).toEqual([toZebra, toAcme])
    await tell(
      banking,
      request,
      changedVendor(vendors[0], { name: 'Zebra Carriers' }),
      changedVendor(vendors[1], { name: 'Acme Supplies' }),
    )
    expect(await suggested()).toEqual([toAcme, toZebra])
  })

  test('is nobody to other businesses', async () => {
    const [payables, other] = [await openPayables(banking), await openPayables(banking)]
    const vendor = aVendor('shared')
    await tell(banking, other.request, vendor)
    const { transaction } = await matched(payables, { vendor })
    expect(await found(payables, { vendor_external_id: 'shared' })).toEqual([])
    expect(await told(payables, transaction)).toEqual({ vendor_id: vendor.id, vendor_external_id: undefined })
  })
})

describe('events of vendors and of their documents', () => {
  test('may come in any order, in any batches and repeatedly: the newest of each is told', async () => {
    const payables = await openPayables(banking)
    const { request, clearingAccountId } = payables
    const externalIds = fc.constantFrom('v1', 'v2', null)
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(externalIds, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 2 }),
        fc.array(fc.record({ vendor: fc.nat(1), isOpen: fc.boolean() }), { minLength: 1, maxLength: 3 }),
        fc.infiniteStream(fc.nat(1_000)),
        fc.integer({ min: 1, max: 5 }),
        async (histories, changes, random, batchSize) => {
          const vendors = histories.map((history) => versionsOf(history))
          const last = vendors.map((versions) => versions.at(-1) as TestVendor)
          const transaction = await reported(payables)
          const documents = [aDocument({ clearingAccountId, vendor: last[0] ?? null })]
          for (const { vendor } of changes)
            documents.push(
              changed(documents.at(-1) ?? aDocument({ clearingAccountId }), { vendor: last[vendor] ?? null }),
            )
          const document = documents.at(-1) ?? aDocument({ clearingAccountId })
          const events: Told[] = [...vendors.flat(), ...documents]
          const shuffled = [...events, ...events]
            .map((event) => ({ event, place: random.next().value }))
            .sort((one, other) => one.place - other.place)
            .map(({ event }) => event)
          // Confirmed in the midst of them, if its document has come by then.
          const half = Math.floor(shuffled.length / 2)
          for (let from = 0; from < half; from += batchSize)
            await tell(banking, request, ...shuffled.slice(from, Math.min(half, from + batchSize)))
          await refusalOf(confirm(payables, transaction, document))
          const rest = shuffled.slice(half)
          const batches = Array.from({ length: Math.ceil(rest.length / batchSize) }, (_, index) =>
            rest.slice(index * batchSize, (index + 1) * batchSize),
          )
          for (let index = 0; index < batches.length; index += 2)
            await Promise.all(batches.slice(index, index + 2).map((batch) => tell(banking, request, ...batch)))
          await confirm(payables, transaction, document)

          const vendor = last.find(({ id }) => id === document.vendor?.id) as TestVendor
          const row = [transaction.id, vendor.id, vendor.external_id ?? undefined]
          expect(await found(payables, { vendor_id: vendor.id })).toEqual([row])
          for (const external_id of ['v1', 'v2']) {
            const rows = await found(payables, { vendor_external_id: external_id, start_date: '2026-01-01' })
            expect(rows.filter((one) => (one as unknown[])[0] === transaction.id)).toEqual(
              vendor.external_id === external_id ? [row] : [],
            )
          }
        },
      ),
      { numRuns: 15, endOnFailure: true },
    )
  }, 120_000)

  test('that were too large to carry their vendor are followed by asking billing', async () => {
    const payables = await openPayables(banking)
    const { request } = payables
    const vendor = aVendor('old')
    const { document, transaction } = await matched(payables, { vendor })
    const renamed = changedVendor(vendor, { external_id: 'new' })
    const filler = 'x'.repeat(600_000)
    const deliveries = [renamed, changed(document, { description: 'June' })].map((one) =>
      deliveryOf(request.businessId, one, filler),
    )
    const take = () => intakeSubscriber(banking).handle(request.businessId, deliveries)
    await expect(take()).rejects.toThrow(/which billing does not have/)
    keepInBilling(banking, request, changedVendor(renamed, { external_id: 'newest' }), changed(document, {}))
    banking.billingPeer.asked.length = 0
    await take()
    expect(banking.billingPeer.asked).toEqual([
      { businessId: request.businessId, types: ['vendor', 'bill_payment'], ids: [vendor.id, document.id] },
    ])
    expect(await found(payables, { vendor_external_id: 'newest' })).toEqual([[transaction.id, vendor.id, 'newest']])
  })
})

describe('a business that is new to banking', () => {
  test('is read with the vendors that billing has of it, and what an event tells meanwhile is newer', async () => {
    const request = await openTestBusiness(banking)
    const clearingAccountId = await idOf(banking, request, 'OUTGOING_PAYMENT_CLEARING_ACCOUNT')
    const [vendor, other] = [aVendor('one'), aVendor('two')]
    const expense = anExpense({ clearingAccountId, vendor })
    keepInBilling(banking, request, expense, changedVendor(vendor, { external_id: 'now' }), other)
    // Nobody has asked banking for it: what happens then is read later.
    await tell(banking, request, vendor)
    const checking = await openTestAccount(banking, request)
    const payables = { banking, request, checking, clearingAccountId }
    await tell(banking, request, vendor)
    const paid = await reported(payables)
    await confirm(payables, paid, expense)
    expect(await found(payables, { vendor_external_id: 'now' })).toEqual([[paid.id, vendor.id, 'now']])
    expect(await found(payables, { vendor_external_id: 'one' })).toEqual([])
    expect(await violationsOf(payables)).toEqual([])
  })
})

describe('banking:check', () => {
  const NAMED = 'a vendor is called what billing calls it'
  const wrong = async (payables: Payables) =>
    (await violationsOf(payables)).map(({ invariant, detail }) => [invariant, detail.split(':')[0]])

  test('names vendors that billing calls something else, and those whose change has never come', async () => {
    const payables = await openPayables(banking)
    const { request } = payables
    const [same, missed, unknown, altered] = ['s', 'm', 'u', 'a'].map((id) => aVendor(id)) as [
      TestVendor,
      TestVendor,
      TestVendor,
      TestVendor,
    ]
    await tell(banking, request, same, missed, altered)
    keepInBilling(banking, request, same, changedVendor(missed, { external_id: 'now' }), unknown, {
      ...altered,
      name: 'Other',
    })
    expect(await violationsOf(payables)).toEqual([
      {
        invariant: NAMED,
        detail: `vendor ${missed.id}: version 1, "Acme Supplies" with the external_id "m"; billing has version 2, "Acme Supplies" with the external_id "now"`,
      },
      {
        invariant: NAMED,
        detail: `vendor ${unknown.id}: is not known; billing has version 1, "Acme Supplies" with the external_id "u"`,
      },
      {
        invariant: NAMED,
        detail: `vendor ${altered.id}: version 1, "Acme Supplies" with the external_id "a"; billing has version 1, "Other" with the external_id "a"`,
      },
    ])
  })

  test('does not name what may still be on its way, nor what came while billing was asked', async () => {
    const payables = await openPayables(banking)
    const { request } = payables
    const now = Date.now()
    const vendors = [aVendor('a'), aVendor('b'), aVendor('c')] as const
    const [fresh, stale, newer] = vendors
    await tell(banking, request, fresh, stale, changedVendor(newer, { external_id: 'c2' }))
    const at = (ago: number) => ({ external_id: 'now', updated_at: new Date(now - ago).toISOString() })
    keepInBilling(
      banking,
      request,
      changedVendor(fresh, at(30_000)),
      { ...aVendor('d'), ...at(1_000) },
      changedVendor(stale, at(90_000)),
      newer,
    )
    expect(await wrong(payables)).toEqual([[NAMED, `vendor ${stale.id}`]])
  })

  test('cannot tell while billing is away', async () => {
    const payables = await openPayables(banking)
    banking.billingPeer.fault = refused('ServiceUnavailable', 'Not now.')
    try {
      expect(await refusalOf(violationsOf(payables))).toBe('ServiceUnavailable')
    } finally {
      banking.billingPeer.fault = undefined
    }
  })
})

/** One vendor as it was called one after another. */
function versionsOf(externalIds: readonly (string | null)[]): TestVendor[] {
  const vendor = aVendor()
  return externalIds.map((external_id, index) => ({ ...vendor, version: index + 1, external_id }))
}
