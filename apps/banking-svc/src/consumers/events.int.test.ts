import { randomUUID } from 'node:crypto'
import { Broker, countParked, readEvent, type Delivery } from '@pacioli/events'
import { findBusiness, loadAccounts, loadTagDefinitions } from '@pacioli/ledger-facts'
import type { BusinessWrite } from '@pacioli/rpc'
import { publishOnceReady, waitFor } from '@pacioli/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestBusiness, requestFor, startTestBanking, type TestBanking } from '../banking.test-helpers.ts'
import { openTestAccount } from '../bank-accounts/bank-accounts.test-helpers.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import { candidatesNow, idOf, postByHand, reverseByHand, startConsumer } from '../matching/matching.test-helpers.ts'
import { CONSUMER, eventsSubscriber } from './events.subscriber.ts'
import { account, delivered, entry, staged } from './events.test-helpers.ts'

let banking: TestBanking
beforeAll(async () => {
  // Parked events are counted in the whole database.
  banking = await startTestBanking({ ownDatabase: true })
})
afterAll(() => banking.stop())

async function metBusiness(): Promise<BusinessWrite> {
  const request = await openTestBusiness(banking)
  await requireBusiness(banking, request)
  return request
}

const take = (businessId: string, deliveries: readonly Delivery[]): Promise<void> =>
  eventsSubscriber(banking).handle(businessId, deliveries)

test('in any order, batches and repetitions, the newest of each is stored', async () => {
  const request = await metBusiness()
  const { businessId } = request
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ versions: fc.integer({ min: 1, max: 4 }), repeat: fc.nat(2) }), {
        minLength: 3,
        maxLength: 5,
      }),
      fc.integer({ min: 1, max: 6 }),
      fc.infiniteStream(fc.nat(1_000)),
      async (things, batchSize, random) => {
        const made = things.map(({ versions, repeat }) => ({
          versions,
          repeat,
          accountId: randomUUID(),
          valueId: randomUUID(),
          dimensionId: randomUUID(),
          entryId: randomUUID(),
          lineId: randomUUID(),
        }))
        const events = made.flatMap((one) =>
          Array.from({ length: one.versions }, (_, index) => index + 1)
            .flatMap((version) => [
              ['account', account(one.accountId, version)] as const,
              [
                'tag_dimension',
                { id: one.dimensionId, key: 'K', display_name: `D${version}`, strictness: 'BALANCING', version },
              ] as const,
              ['tag_value', { id: one.valueId, dimension_id: one.dimensionId, value: `V${version}`, version }] as const,
              ['entry', entry(one.entryId, version, [{ id: one.lineId, account_id: one.accountId }])] as const,
            ])
            .flatMap((event) => Array.from({ length: 1 + one.repeat }, () => event)),
        )
        const shuffled = events
          .map((event) => ({ event, place: random.next().value }))
          .sort((a, b) => a.place - b.place)
          .map(({ event: [aggregate, data] }) => delivered(businessId, aggregate, data))
        const batches = Array.from({ length: Math.ceil(shuffled.length / batchSize) }, (_, index) =>
          shuffled.slice(index * batchSize, (index + 1) * batchSize),
        )
        for (let index = 0; index < batches.length; index += 3)
          await Promise.all(batches.slice(index, index + 3).map((batch) => take(businessId, batch)))
        const kept = await banking.db.transact(request, async (tx) => ({
          accounts: await loadAccounts(
            tx,
            made.map(({ accountId }) => accountId),
          ),
          tags: await loadTagDefinitions(
            tx,
            made.map(({ valueId }) => valueId),
          ),
        }))
        const candidates = new Map((await candidatesNow(banking, request)).map((one) => [one.id, one]))
        for (const one of made) {
          expect(kept.accounts.get(one.accountId)?.name).toBe(`Account ${one.versions}`)
          expect(kept.tags.get(one.valueId)).toMatchObject({
            value: `V${one.versions}`,
            dimensionDisplayName: `D${one.versions}`,
          })
          expect(candidates.get(one.lineId)).toMatchObject({
            is_open: one.versions === 1,
            version: String(one.versions),
          })
        }
      },
    ),
    { numRuns: 3 },
  )
})

test('of entries only lines that are, or may be, on a bank account are stored', async () => {
  const request = await metBusiness()
  const { businessId } = request
  const lines = ['BANK_ACCOUNTS', 'CREDIT_CARD', 'LINE_OF_CREDIT', 'OPERATING_EXPENSES', 'unknown'].map((subtype) => ({
    subtype,
    id: randomUUID(),
    account_id: randomUUID(),
  }))
  await take(
    businessId,
    lines
      .filter(({ subtype }) => subtype !== 'unknown')
      .map(({ subtype, account_id }) =>
        delivered(businessId, 'account', account(account_id, 1, { account_subtype: subtype })),
      ),
  )
  const posted = lines.map(({ id, account_id }) => ({ id, account_id }))
  await take(businessId, [delivered(businessId, 'entry', entry(randomUUID(), 1, posted))])
  const byBanking = { source_type: 'bank_transaction', entry_type: 'BANK' }
  const others = entry(randomUUID(), 1, [{ id: randomUUID(), account_id: lines[0]?.account_id ?? '' }], byBanking)
  await take(businessId, [delivered(businessId, 'entry', others)])
  expect((await candidatesNow(banking, request)).map(({ id }) => id)).toEqual(
    lines
      .filter(({ subtype }) => subtype !== 'OPERATING_EXPENSES')
      .map(({ id }) => id)
      .sort(),
  )
})

test('events of a business that has not used banking are skipped, and its first use reads all of it', async () => {
  const request = await openTestBusiness(banking)
  const { businessId } = request
  const id = randomUUID()
  await take(businessId, [delivered(businessId, 'account', account(id, 1))])
  const known = await banking.db.transact(request, async (tx) => ({
    business: await findBusiness(tx),
    accounts: await loadAccounts(tx, [id]),
  }))
  expect(known).toEqual({ business: undefined, accounts: new Map() })
})

test('an entry that is too large for its event is fetched from the ledger', async () => {
  const request = await metBusiness()
  const { businessId } = request
  const { ledgerAccountId } = await openTestAccount(banking, request)
  const { entryId, lineIds } = await postByHand(banking, request, [
    { accountId: ledgerAccountId, amount: 7, direction: 'DEBIT' },
    { stableName: 'SALES', amount: 7, direction: 'CREDIT' },
  ])
  const reference = { aggregate_type: 'entry', aggregate_id: entryId, version: 1 }
  await take(businessId, [delivered(businessId, 'entry', { reference, version: 1, id: entryId } as never)])
  expect(await candidatesNow(banking, request)).toMatchObject([{ id: lineIds[0], is_open: true, direction: 'CREDIT' }])
})

test('of the entries of the ledger those on bank accounts are sent, and what happens to any of them later', async () => {
  const request = await metBusiness()
  const { ledgerAccountId } = await openTestAccount(banking, request)
  const sent: [string, string][] = []
  const intake = startConsumer(banking, {
    concerns: (_aggregate, body) => {
      const event = readEvent(body)
      if (event) sent.push([event.subject, event.type])
      return true
    },
  })
  const post = (accountId: { accountId: string } | { stableName: string }) =>
    postByHand(banking, request, [
      { ...accountId, amount: 7, direction: 'DEBIT' },
      { stableName: 'SALES', amount: 7, direction: 'CREDIT' },
    ])
  try {
    const away = await post({ stableName: 'INVENTORY' })
    const here = await post({ accountId: ledgerAccountId })
    await waitFor('the entry on the bank account', async () => (await candidatesNow(banking, request)).length === 1)
    for (const { entryId } of [away, here]) await reverseByHand(banking, request, entryId)
    const ofEntries = () => sent.filter(([id]) => [away.entryId, here.entryId].includes(id))
    const isReversal = ([, type]: [string, string]): boolean => type === 'pacioli.entry.reversed.v1'
    await waitFor('both reversals', () => ofEntries().filter(isReversal).length === 2)
    expect(ofEntries().filter((one) => !isReversal(one))).toEqual([[here.entryId, 'pacioli.entry.posted.v1']])
    const [closed] = await waitFor('the closed candidate', async () => {
      const now = await candidatesNow(banking, request)
      return now.every(({ is_open }) => !is_open) && now
    })
    expect(closed).toMatchObject({ id: here.lineIds[0] })
  } finally {
    await intake.stop()
  }
})

test('changes in the ledger arrive, and an invalid event is parked while the others are applied', async () => {
  const request = await metBusiness()
  const { businessId, clientId } = request
  const intake = startConsumer(banking)
  const broker = new Broker({
    url: banking.natsUrl,
    name: 'test',
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  })
  try {
    await broker.whenConnected()
    const poison = staged(businessId, 'account', { ...account(randomUUID(), 1), normality: 'SIDEWAYS' } as never)
    await publishOnceReady(broker, poison)
    await banking.ledger.businesses.ArchiveBusiness({}, { context: { clientId, businessId } })
    const archivedAt = await waitFor('the archived business', async () => {
      const found = await banking.db.transact(request, (tx) => findBusiness(tx))
      return found?.business.archivedAt ?? undefined
    })
    expect(archivedAt).toBeInstanceOf(Date)
    expect((await requireBusiness(banking, requestFor(clientId, businessId))).archivedAt).toEqual(archivedAt)
    await waitFor(
      'the parked event',
      async () => (await banking.relayDb.transact({}, (tx) => countParked(tx, CONSUMER))) === 1,
    )
  } finally {
    await intake.stop()
    await broker.close()
  }
  expect(await idOf(banking, request, 'SALES')).not.toBe('')
})
