/** Vendors and customers are shown, found and suggested in their current state, in any order of events. */
import { randomUUID } from 'node:crypto'
import { refused } from '@pacioli/errors'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openTestBusiness, startTestBanking, type TestBanking } from '../banking.test-helpers.ts'
import { openTestAccount, type TestAccount } from '../bank-accounts/bank-accounts.test-helpers.ts'
import { list, type ListRequest } from '../transaction-views/listing.test-helpers.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import { eventsSubscriber } from '../consumers/events.subscriber.ts'
import {
  aDocument,
  aContact,
  changed,
  changedContact,
  deliveryOf,
  keepInBilling,
  announce,
  type TestDocument,
  type TestContact,
  type BillingAggregate,
} from './documents.test-helpers.ts'
import type { ContactKind } from '../contacts/contact.ts'
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
import { getTransaction } from '../use-cases.test-helpers.ts'

let banking: TestBanking
beforeAll(async () => {
  banking = await startTestBanking()
})
afterAll(() => banking.stop())
afterEach(() => {
  expect(banking.refusedPostings.splice(0)).toEqual([])
})

/** The fields and filters of such a contact. */
const fieldsOf = (kind: ContactKind) => ({ id: `${kind}_id`, externalId: `${kind}_external_id` }) as const

/** A document of the contact: money out to a vendor, money in from a customer. */
const withContact = (contact: Pick<TestContact, 'aggregate' | 'id'>): Partial<TestDocument> =>
  contact.aggregate === 'vendor'
    ? { vendor: contact }
    : { aggregate: 'invoice_payment', direction: 'CREDIT', customer: contact, vendor: null }

const directionOf = (kind: ContactKind) => (kind === 'vendor' ? 'DEBIT' : 'CREDIT')

/** The transactions that a filter finds, with their contacts. */
async function found(kind: ContactKind, { request, checking }: Payables, filter: ListRequest): Promise<unknown[]> {
  const place = { request, accounts: [checking, checking] as [TestAccount, TestAccount] }
  const { data } = await list(banking, place, filter)
  const names = fieldsOf(kind)
  return (data ?? []).map((one) => [one.id, one[names.id], one[names.externalId]])
}

const shownContact = async (kind: ContactKind, { request }: Payables, { id }: { id: string }) => {
  const transaction = await getTransaction(banking, request, id)
  const names = fieldsOf(kind)
  return [transaction[names.id], transaction[names.externalId]]
}

describe('a contact that changes', () => {
  const names = fieldsOf('vendor')

  test('is found by its current external_id, and by no other', async () => {
    const payables = await openPayables(banking)
    const { request } = payables
    const contact = aContact('vendor', 'old')
    await announce(banking, request, contact)
    const { transaction } = await matched(payables, withContact(contact))
    const before = await transactionNow(banking, request, transaction)
    expect(await found('vendor', payables, { [names.externalId]: 'old' })).toEqual([
      [transaction.id, contact.id, 'old'],
    ])

    const renamed = changedContact(contact, { external_id: 'new' })
    await announce(banking, request, renamed)
    expect(await found('vendor', payables, { [names.externalId]: 'old' })).toEqual([])
    expect(await found('vendor', payables, { [names.externalId]: 'new' })).toEqual([
      [transaction.id, contact.id, 'new'],
    ])
    expect(await found('vendor', payables, { [names.externalId]: 'new', [names.id]: contact.id })).toHaveLength(1)
    expect(await found('vendor', payables, { [names.externalId]: 'new', [names.id]: randomUUID() })).toEqual([])

    // Another contact may take an external_id that is no longer used.
    const heir = aContact('vendor', 'old')
    await announce(banking, request, heir)
    const next = await matched(payables, { ...withContact(heir), amount: 2_000 })
    expect(await found('vendor', payables, { [names.externalId]: 'old' })).toEqual([
      [next.transaction.id, heir.id, 'old'],
    ])

    await announce(banking, request, changedContact(renamed, { external_id: null }))
    expect(await found('vendor', payables, { [names.externalId]: 'new' })).toEqual([])
    expect(await shownContact('vendor', payables, transaction)).toEqual([contact.id, undefined])
    // Nothing of the transaction itself has changed.
    expect(await transactionNow(banking, request, transaction)).toEqual(before)
  })

  test('is suggested by its current name', async () => {
    const payables = await openPayables(banking)
    const { request, clearingAccountId } = payables
    const contacts = [aContact('customer', 'a', 'Acme Supplies'), aContact('customer', 'b', 'Zebra Carriers')] as const
    const documents = contacts.map((contact) => aDocument({ clearingAccountId, ...withContact(contact) }))
    await announce(banking, request, ...contacts, ...documents)
    const paid = await reported(payables, { direction: directionOf('customer'), description: 'ZEBRA CARRIERS 4711' })
    const suggested = async () => (await suggestionsFor(payables, paid)).map(({ id }) => id)
    const [toAcme, toZebra] = documents.map(({ id }) => id)
    expect(await suggested()).toEqual([toZebra, toAcme])
    await announce(
      banking,
      request,
      changedContact(contacts[0], { name: 'Zebra Carriers' }),
      changedContact(contacts[1], { name: 'Acme Supplies' }),
    )
    expect(await suggested()).toEqual([toAcme, toZebra])
  })

  test('is unknown to other businesses', async () => {
    const payables = await openPayables(banking)
    const other = await openTestBusiness(banking)
    await requireBusiness(banking, other)
    const contact = aContact('vendor', 'shared')
    await announce(banking, other, contact)
    const { transaction } = await matched(payables, withContact(contact))
    expect(await found('vendor', payables, { [names.externalId]: 'shared' })).toEqual([])
    expect(await shownContact('vendor', payables, transaction)).toEqual([contact.id, undefined])
  })
})

describe('events of contacts and of their documents', () => {
  test('may come in any order, batches and repetitions: the newest of each is shown', async () => {
    const kind = 'customer'
    const names = fieldsOf(kind)
    const payables = await openPayables(banking)
    const { request, clearingAccountId } = payables
    const externalIds = fc.constantFrom('v1', 'v2', null)
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(externalIds, { minLength: 2, maxLength: 3 }), { minLength: 2, maxLength: 2 }),
        fc.array(fc.record({ contact: fc.nat(1) }), { minLength: 1, maxLength: 2 }),
        fc.infiniteStream(fc.nat(1_000)),
        fc.integer({ min: 2, max: 5 }),
        async (histories, changes, random, batchSize) => {
          const contacts = histories.map((history) => versionsOf(kind, history))
          const last = contacts.map((versions) => versions.at(-1) as TestContact)
          const transaction = await reported(payables, { direction: directionOf(kind) })
          const first = aDocument({ clearingAccountId, ...withContact(last[0] as TestContact) })
          const documents = changes.reduce(
            (all, { contact }) => [...all, changed(all.at(-1) ?? first, withContact(last[contact] as TestContact))],
            [first],
          )
          const document = documents.at(-1) ?? first
          const events: BillingAggregate[] = [...contacts.flat(), ...documents]
          const shuffled = [...events, ...events]
            .map((event) => ({ event, place: random.next().value }))
            .sort((one, other) => one.place - other.place)
            .map(({ event }) => event)
          // Confirmed among them, if its document has come by then.
          const half = Math.floor(shuffled.length / 2)
          for (let from = 0; from < half; from += batchSize)
            await announce(banking, request, ...shuffled.slice(from, Math.min(half, from + batchSize)))
          await refusalOf(confirm(payables, transaction, document))
          const rest = shuffled.slice(half)
          const batches = Array.from({ length: Math.ceil(rest.length / batchSize) }, (_, index) =>
            rest.slice(index * batchSize, (index + 1) * batchSize),
          )
          for (let index = 0; index < batches.length; index += 2)
            await Promise.all(batches.slice(index, index + 2).map((batch) => announce(banking, request, ...batch)))
          await confirm(payables, transaction, document)

          const contact = last.find(({ id }) => id === (document.vendor ?? document.customer)?.id) as TestContact
          const row = [transaction.id, contact.id, contact.external_id ?? undefined]
          expect(await found(kind, payables, { [names.id]: contact.id })).toEqual([row])
          for (const external_id of ['v1', 'v2']) {
            const rows = await found(kind, payables, { [names.externalId]: external_id, start_date: '2026-01-01' })
            expect(rows.filter((one) => (one as unknown[])[0] === transaction.id)).toEqual(
              contact.external_id === external_id ? [row] : [],
            )
          }
        },
      ),
      { numRuns: 3, endOnFailure: true },
    )
  }, 120_000)

  test('that were too large to carry their contact make banking query billing', async () => {
    const kind = 'vendor'
    const names = fieldsOf(kind)
    const payables = await openPayables(banking)
    const { request } = payables
    const contact = aContact(kind, 'old')
    const { document, transaction } = await matched(payables, withContact(contact))
    const renamed = changedContact(contact, { external_id: 'new' })
    const filler = 'x'.repeat(600_000)
    const deliveries = [renamed, changed(document, { description: 'June' })].map((one) =>
      deliveryOf(request.businessId, one, filler),
    )
    const take = () => eventsSubscriber(banking).handle(request.businessId, deliveries)
    await expect(take()).rejects.toThrow(/which billing does not have/)
    keepInBilling(banking, request, changedContact(renamed, { external_id: 'newest' }), changed(document, {}))
    banking.billingPeer.asked.length = 0
    await take()
    expect(banking.billingPeer.asked).toEqual([
      { businessId: request.businessId, types: [kind, document.aggregate], ids: [contact.id, document.id] },
    ])
    expect(await found(kind, payables, { [names.externalId]: 'newest' })).toEqual([
      [transaction.id, contact.id, 'newest'],
    ])
  })
})

describe('at the first use of a business each contact', () => {
  const kind = 'customer'
  const names = fieldsOf(kind)

  test('is read from billing, and an event that comes meanwhile is newer', async () => {
    const request = await openTestBusiness(banking)
    const clearingAccountId = await idOf(banking, request, 'OUTGOING_PAYMENT_CLEARING_ACCOUNT')
    const [contact, other] = [aContact(kind, 'one'), aContact(kind, 'two')]
    const document = aDocument({ clearingAccountId, ...withContact(contact) })
    keepInBilling(banking, request, document, changedContact(contact, { external_id: 'now' }), other)
    // The business has not used banking: changes until then are read later.
    await announce(banking, request, contact)
    const checking = await openTestAccount(banking, request)
    const payables = { banking, request, checking, clearingAccountId }
    await announce(banking, request, contact)
    const paid = await reported(payables, { direction: directionOf(kind) })
    await confirm(payables, paid, document)
    expect(await found(kind, payables, { [names.externalId]: 'now' })).toEqual([[paid.id, contact.id, 'now']])
    expect(await found(kind, payables, { [names.externalId]: 'one' })).toEqual([])
    expect(await violationsOf(payables)).toEqual([])
  })
})

describe('banking:check', () => {
  const named = (kind: ContactKind) => `a ${kind} is called what billing calls it`
  const wrong = async (payables: Payables) =>
    (await violationsOf(payables)).map((finding) =>
      'unchecked' in finding
        ? ['unchecked', finding.reason.replace(/ has .*/, '')]
        : [finding.invariant, finding.detail.split(':')[0]],
    )

  test('finds those with another name in billing, and those whose change has never arrived', async () => {
    const kind = 'vendor'
    const payables = await openPayables(banking)
    const { request } = payables
    const [same, missed, unknown, altered] = ['s', 'm', 'u', 'a'].map((id) => aContact(kind, id)) as [
      TestContact,
      TestContact,
      TestContact,
      TestContact,
    ]
    await announce(banking, request, same, missed, altered)
    keepInBilling(banking, request, same, changedContact(missed, { external_id: 'now' }), unknown, {
      ...altered,
      name: 'Other',
    })
    expect(await violationsOf(payables)).toEqual([
      {
        invariant: named(kind),
        detail: `${kind} ${missed.id}: version 1, "Acme Supplies" with the external_id "m"; billing has version 2, "Acme Supplies" with the external_id "now"`,
      },
      {
        invariant: named(kind),
        detail: `${kind} ${unknown.id}: is not known; billing has version 1, "Acme Supplies" with the external_id "u"`,
      },
      {
        invariant: named(kind),
        detail: `${kind} ${altered.id}: version 1, "Acme Supplies" with the external_id "a"; billing has version 1, "Other" with the external_id "a"`,
      },
    ])
  })

  test('leaves unchecked what may be in flight, ignores what arrived while billing was queried, and fails while billing is unavailable', async () => {
    const kind = 'customer'
    const payables = await openPayables(banking)
    const { request } = payables
    const now = Date.now()
    const contacts = [aContact(kind, 'a'), aContact(kind, 'b'), aContact(kind, 'c')] as const
    const [fresh, stale, newer] = contacts
    const unknown = aContact(kind, 'd')
    await announce(banking, request, fresh, stale, changedContact(newer, { external_id: 'c2' }))
    const at = (ago: number) => ({ external_id: 'now', updated_at: new Date(now - ago).toISOString() })
    keepInBilling(
      banking,
      request,
      changedContact(fresh, at(30_000)),
      { ...unknown, ...at(1_000) },
      changedContact(stale, at(90_000)),
      newer,
    )
    expect((await wrong(payables)).sort()).toEqual(
      [
        [named(kind), `${kind} ${stale.id}`],
        ['unchecked', `${kind} ${fresh.id}`],
        ['unchecked', `${kind} ${unknown.id}`],
      ].sort(),
    )
    banking.billingPeer.fault = refused('ServiceUnavailable', 'Not now.')
    try {
      expect(await refusalOf(violationsOf(payables))).toBe('ServiceUnavailable')
    } finally {
      banking.billingPeer.fault = undefined
    }
  })
})

/** One contact under one name after another. */
function versionsOf(kind: ContactKind, externalIds: readonly (string | null)[]): TestContact[] {
  const contact = aContact(kind)
  return externalIds.map((external_id, index) => ({ ...contact, version: index + 1, external_id }))
}
