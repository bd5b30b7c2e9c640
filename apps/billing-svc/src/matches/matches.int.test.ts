/** Billing stores the newest match of each transaction, in whatever order events arrive. */
import { randomUUID } from 'node:crypto'
import { refused } from '@pacioli/errors'
import { domainEvent, readEvent, type CloudEvent } from '@pacioli/events'
import { requireBusiness } from '@pacioli/ledger-facts'
import type { BusinessWrite } from '@pacioli/rpc'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestBusiness, startTestBilling, type TestBilling } from '../testing/billing.test-helpers.ts'
import { makePayment } from '../testing/bill-payments.test-helpers.ts'
import { makeBill, makeExpense, openPayables } from '../testing/bills.test-helpers.ts'
import { makeCredit } from '../testing/vendor-credits.test-helpers.ts'
import { makeVendorRefund } from '../testing/vendor-refunds.test-helpers.ts'
import { eventsSubscriber } from '../consumers/events.subscriber.ts'
import { checkMatches } from './check-matches.ts'
import { isMatched, loadMatches } from './match.store.ts'

let billing: TestBilling
beforeAll(async () => {
  billing = await startTestBilling()
})
afterAll(() => billing.stop())

async function metBusiness(): Promise<BusinessWrite> {
  const request = await openTestBusiness(billing)
  await requireBusiness(billing, request)
  return request
}

/** A version of a bank transaction; matched to a document, else pending by default. */
type Version = { id: string; version: number; document?: string | null; status?: string }

/** An event as banking sends it, one second after the version before. */
const deliver = ({ businessId }: BusinessWrite, ...versions: readonly Version[]): Promise<void> =>
  eventsSubscriber(billing).handle(
    businessId,
    versions.map(({ id, version, document = null, status }) => {
      const { subject, event } = domainEvent({
        id: randomUUID(),
        time: new Date(Date.parse('2026-01-01T00:00:00Z') + version * 1_000),
        service: 'banking',
        businessId,
        aggregateType: 'bank_transaction',
        aggregateId: id,
        version,
        type: version === 1 ? 'imported' : 'changed',
        data: {
          id,
          categorizationStatus: status ?? (document === null ? 'READY_FOR_INPUT' : 'MATCHED'),
          matched_document: document === null ? null : { type: 'INVOICE_PAYMENT', id: document },
        },
      })
      return { businessId, subject, event: readEvent(event) as CloudEvent }
    }),
  )

const known = async (request: BusinessWrite, ...documents: string[]): Promise<(string | undefined)[]> => {
  const found = await billing.db.transact(request, (tx) => loadMatches(tx, documents))
  return documents.map((document) => found.get(document)?.transactionId)
}

const filtered = async (request: BusinessWrite, matched: boolean, ...documents: string[]): Promise<string[]> => {
  const rows = await billing.db.transact(request, (tx) =>
    tx.rows<{ id: string }>(
      `SELECT d.id FROM unnest($2::uuid[]) WITH ORDINALITY AS d(id, place) WHERE ${isMatched(matched)} ORDER BY place`,
      [request.businessId, documents],
    ),
  )
  return rows.map(({ id }) => id)
}

const ids = (count: number): string[] => Array.from({ length: count }, () => randomUUID())

describe('a document', () => {
  test('is matched and unmatched by events of banking', async () => {
    const request = await metBusiness()
    const [id, document, other] = ids(3) as [string, string, string]
    await deliver(request, { id, version: 1 })
    expect(await known(request, document)).toEqual([undefined])
    await deliver(request, { id, version: 2, document })
    expect(await known(request, document, other)).toEqual([id, undefined])
    expect(await filtered(request, true, document, other)).toEqual([document])
    expect(await filtered(request, false, document, other)).toEqual([other])
    // Whatever other events of the transaction arrive meanwhile.
    await deliver(request, { id, version: 3, document })
    await deliver(request, { id, version: 4 })
    expect(await known(request, document)).toEqual([undefined])
    expect(await filtered(request, true, document)).toEqual([])
    await deliver(request, { id, version: 5, document: other })
    expect(await known(request, document, other)).toEqual([undefined, id])
  })

  test('stays unmatched, or matched, when older events arrive late or again', async () => {
    const request = await metBusiness()
    const [id, document] = ids(2) as [string, string]
    await deliver(request, { id, version: 3 })
    await deliver(request, { id, version: 2, document }, { id, version: 1 })
    expect(await known(request, document)).toEqual([undefined])
    await deliver(request, { id, version: 4, document }, { id, version: 4, document })
    await deliver(request, { id, version: 3 }, { id, version: 4, document })
    expect(await known(request, document)).toEqual([id])
  })

  test('that moved from one transaction to another belongs to the latter, whichever event arrives first', async () => {
    const request = await metBusiness()
    const [first, second, document] = ids(3) as [string, string, string]
    await deliver(request, { id: first, version: 2, document })
    await deliver(request, { id: second, version: 4, document })
    expect(await known(request, document)).toEqual([second])
    await deliver(request, { id: first, version: 3 })
    expect(await known(request, document)).toEqual([second])
    expect(await filtered(request, true, document)).toEqual([document])
  })

  test('of another business, or of one that billing does not know, is matched to nothing', async () => {
    const [mine, theirs] = [await metBusiness(), await metBusiness()]
    const unknown = await openTestBusiness(billing)
    const [id, document] = ids(2) as [string, string]
    await deliver(theirs, { id, version: 2, document })
    await deliver(unknown, { id, version: 2, document })
    for (const request of [mine, unknown]) expect(await known(request, document)).toEqual([undefined])
    // Nor when queried together with mine.
    const read = await billing.db.transact(mine, (tx) => loadMatches(tx, [document]))
    expect(read.size).toBe(0)
  })
})

test('with any order, batches and repetitions of events, the newest versions are stored', async () => {
  const request = await metBusiness()
  const step = fc.constantFrom<'match' | 'let go' | 'memo' | 'categorize'>('match', 'let go', 'memo', 'categorize')
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.record({ step, document: fc.nat(2) }), { maxLength: 6 }), {
        minLength: 1,
        maxLength: 3,
      }),
      fc.infiniteStream(fc.nat(1_000)),
      fc.integer({ min: 1, max: 5 }),
      async (histories, random, batchSize) => {
        const documents = ids(3)
        const sent = histories.map((steps) => versionsOf(randomUUID(), steps, documents))
        const shuffled = [...sent.flat(), ...sent.flat()]
          .map((version) => ({ version, place: random.next().value }))
          .sort((one, other) => one.place - other.place)
          .map(({ version }) => version)
        const batches = Array.from({ length: Math.ceil(shuffled.length / batchSize) }, (_, index) =>
          shuffled.slice(index * batchSize, (index + 1) * batchSize),
        )
        for (let index = 0; index < batches.length; index += 2)
          await Promise.all(batches.slice(index, index + 2).map((batch) => deliver(request, ...batch)))
        const last = sent.flatMap((versions) => versions.at(-1) ?? [])
        for (const document of documents) {
          const holders = last.filter((version) => version.document === document).map(({ id }) => id)
          const [holder] = await known(request, document)
          if (holders.length === 0) expect(holder).toBeUndefined()
          else expect(holders).toContain(holder)
        }
      },
    ),
    { numRuns: 12, endOnFailure: true },
  )
}, 60_000)

/** The versions of a transaction after these steps; impossible steps are skipped. */
function versionsOf(id: string, steps: readonly { step: string; document: number }[], documents: string[]): Version[] {
  const versions: Version[] = [{ id, version: 1, status: 'READY_FOR_INPUT' }]
  for (const { step, document } of steps) {
    const now = versions.at(-1) as Version
    const waits = now.status === 'READY_FOR_INPUT'
    const next = { ...now, version: now.version + 1 }
    if (step === 'memo') versions.push(next)
    if (step === 'match' && waits) versions.push({ ...next, status: 'MATCHED', document: documents[document] ?? null })
    if (step === 'categorize' && waits) versions.push({ ...next, status: 'CATEGORIZED' })
    if (step === 'let go' && !waits) versions.push({ ...next, status: 'READY_FOR_INPUT', document: null })
  }
  return versions
}

describe('billing:check', () => {
  const INVARIANT = 'a document is matched to what banking matches it to'
  const inBanking = (document: string, transactionId: string) =>
    billing.bankingPeer.matched.set(document, { matchId: randomUUID(), transactionId })

  const insertPayout = (request: BusinessWrite, id: string) =>
    billing.db.transact(request, (tx) =>
      tx.rows(
        `INSERT INTO payouts (business_id, id, paid_out_amount, fee, completed_at, clearing_account_id, imported_at, updated_at)
         VALUES ($1, $2, 100, 0, now(), $2, now(), now())`,
        [request.businessId, id],
      ),
    )

  test('names documents whose match differs from that of banking', async () => {
    const request = await metBusiness()
    const [same, moved, ended, first, second, third] = ids(6) as [string, string, string, string, string, string]
    await deliver(
      request,
      { id: first, version: 2, document: same },
      { id: second, version: 2, document: moved },
      { id: third, version: 2, document: ended },
    )
    inBanking(same, first)
    inBanking(moved, first)
    expect(await checkMatches(billing, request, 0)).toEqual(
      [
        { invariant: INVARIANT, detail: `document ${moved}: matched to ${second}; banking has ${first}` },
        { invariant: INVARIANT, detail: `document ${ended}: matched to ${third}; banking has nothing` },
      ].sort((one, other) => (one.detail < other.detail ? -1 : 1)),
    )
  })

  test('names a document whose match never arrived, among more than one query covers', async () => {
    const request = await metBusiness()
    const [document, transaction] = ids(2) as [string, string]
    await insertPayout(request, document)
    await deliver(request, ...ids(1_200).map((id) => ({ id, version: 2, document: randomUUID() })))
    const others = await checkMatches(billing, request, 0)
    expect(others.length).toBe(1_200)
    expect(others.map(({ detail }) => detail).join()).not.toContain(document)
    inBanking(document, transaction)
    const found = (await checkMatches(billing, request, 0)).map(({ detail }) => detail)
    expect(found.length).toBe(1_201)
    expect(found).toContain(`document ${document}: matched to nothing; banking has ${transaction}`)
  })

  test('names a payment of bills, a vendor refund and an expense whose match never arrived, and no bill', async () => {
    const payables = await openPayables(billing)
    const [bill, expense] = [await makeBill(billing, payables), await makeExpense(billing, payables)]
    const payment = await makePayment(billing, payables, { allocations: [{ bill_id: bill.id, amount: 1 }] })
    const credit = await makeCredit(billing, payables)
    const refund = await makeVendorRefund(billing, payables, {
      allocations: [{ vendor_credit_id: credit.id, amount: 1 }],
    })
    const transaction = randomUUID()
    for (const { id } of [bill, expense, payment, refund]) inBanking(id, transaction)
    const found = await checkMatches(billing, payables.request, 0)
    expect(found.map(({ detail }) => detail).sort()).toEqual(
      [expense, payment, refund]
        .map(({ id }) => `document ${id}: matched to nothing; banking has ${transaction}`)
        .sort(),
    )
  })

  test('does not name a match that arrives during the check', async () => {
    const request = await metBusiness()
    const [id, document] = ids(2) as [string, string]
    await deliver(request, { id, version: 2, document })
    billing.bankingPeer.asked.length = 0
    const checking = checkMatches(billing, request)
    await expect.poll(() => billing.bankingPeer.asked.length).toBeGreaterThan(0)
    await deliver(request, { id, version: 3 })
    expect(await checking).toEqual([])
  })

  test('fails while banking is unavailable', async () => {
    const request = await metBusiness()
    await deliver(request, { id: randomUUID(), version: 2, document: randomUUID() })
    billing.bankingPeer.fault = refused('ServiceUnavailable', 'Not now.')
    try {
      await expect(checkMatches(billing, request, 0)).rejects.toMatchObject({ errorEnum: 'ServiceUnavailable' })
    } finally {
      billing.bankingPeer.fault = undefined
    }
  })
})
