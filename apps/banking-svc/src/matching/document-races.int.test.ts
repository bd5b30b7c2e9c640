/** Billing and banking decide concurrently: in any order, in the end both agree. */
import { refused } from '@pacioli/errors'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestBanking, type TestBanking } from '../banking.test-helpers.ts'
import { findDocumentMatches, findMatchesOf } from '../matches/match.store.ts'
import {
  aDocument,
  changed,
  postDocument,
  announce,
  type TestDocument,
  type TestTag,
} from './documents.test-helpers.ts'
import { deliverAll, startConsumer, transactionNow } from './matching.test-helpers.ts'
import {
  confirm,
  matched,
  openPayables,
  refusalOf,
  reported,
  standing,
  standingLines,
  tagsOf,
  violationsOf,
  type Payables,
} from './payables.test-helpers.ts'
import { uncategorizeTransaction } from '../use-cases.test-helpers.ts'

let banking: TestBanking
let intake: { stop: () => Promise<void> }
beforeAll(async () => {
  banking = await startTestBanking()
  intake = startConsumer(banking)
})
afterAll(async () => {
  await intake.stop()
  await banking.stop()
})
afterEach(() => {
  expect(banking.refusedPostings.splice(0)).toEqual([])
})

/** What concurrent requests may be refused with. */
const LEGAL: ReadonlySet<string | undefined> = new Set([
  undefined,
  'TransactionMatched',
  'MatchNotPossible',
  'VersionConflict',
  'DocumentMatched',
])

const illegalOf = async (acts: readonly Promise<unknown>[]): Promise<unknown[]> =>
  (await Promise.all(acts.map(refusalOf))).filter((error) => !LEGAL.has(error))

/** As billing does it: it queries whether the payment is matched, reverses it, and then its event goes to banking. */
async function deletePayment({ banking: service, request }: Payables, document: TestDocument): Promise<void> {
  const tenant = { clientId: request.clientId, businessId: request.businessId }
  const found = await service.db.transact(tenant, (tx) => findDocumentMatches(tx, tenant, [document.id]))
  if (found.length > 0) throw refused('DocumentMatched', 'It is matched.')
  await postDocument(service, request, document, { reverses: 1 })
  await announce(service, request, changed(document, { isOpen: false }))
}

test('deleting a payment while it is being matched is refused, or ends the match', async () => {
  const payables = await openPayables(banking)
  const { request, clearingAccountId } = payables
  const outcomes: string[] = []
  for (let round = 0; round < 2; round++) {
    const document = aDocument({ clearingAccountId })
    await postDocument(banking, request, document)
    await announce(banking, request, document)
    const rivals = [await reported(payables), await reported(payables)] as const
    const confirming = () => rivals.map((rival) => confirm(payables, rival, document))
    const first = confirming()
    // In the first round the deletion follows a match, in the others it races with one.
    if (round === 0) await Promise.allSettled(first)
    const deletion = deletePayment(payables, document)
    expect(await illegalOf([...first, deletion, ...confirming(), ...confirming()])).toEqual([])
    await deliverAll(banking, request)
    const states = await Promise.all(rivals.map((rival) => transactionNow(banking, request, rival)))
    const wasRefused = (await refusalOf(deletion)) === 'DocumentMatched'
    expect(states.filter(({ status }) => status === 'MATCHED').length).toBe(wasRefused ? 1 : 0)
    outcomes.push(wasRefused ? 'refused' : 'deleted')
    // Cleared or reversed: nothing is left in the clearing account.
    const cleared = outcomes.filter((outcome) => outcome === 'refused').length * document.amount
    expect(await standing(payables)).toEqual([-cleared, 0])
  }
  expect(outcomes).toContain('refused')
  expect(await violationsOf(payables)).toEqual([])
}, 120_000)

test('clients that match, undo and tag two payments leave each under its newest tags, or uncategorized', async () => {
  const payables = await openPayables(banking)
  const { request, clearingAccountId } = payables
  const tags = await tagsOf(payables, 'North', 'South', 'East')
  const documents = [aDocument({ clearingAccountId }), aDocument({ clearingAccountId })] as const
  for (const document of documents) await postDocument(banking, request, document)
  const newest = [...documents]
  await announce(banking, request, ...documents)
  const transactions = [await reported(payables), await reported(payables)] as const
  const retag = (index: 0 | 1, number: number) => {
    const tag = tags[number % tags.length] as TestTag
    const parts = [
      { amount: 100 + number, tags: [tag] },
      { amount: 900 - number, tags: [] },
    ]
    const next = changed(newest[index] as TestDocument, { parts })
    newest[index] = next
    return announce(banking, request, next)
  }
  const acts = [
    () => confirm(payables, transactions[0], documents[0]),
    () => confirm(payables, transactions[1], documents[1]),
    (number: number) => retag(0, number),
    (number: number) => retag(1, number),
    () => confirm(payables, transactions[0], documents[1]),
    () => uncategorizeTransaction(banking, request, transactions[0].id),
    (number: number) => retag(0, number),
    () => uncategorizeTransaction(banking, request, transactions[1].id),
    () => confirm(payables, transactions[1], documents[0]),
  ]
  for (let round = 0; round < 1; round++) {
    const clients = [...acts, ...acts.toReversed()].map((act, number) => act(round + number))
    expect(await illegalOf(clients)).toEqual([])
    await announce(banking, request, ...newest)
    await deliverAll(banking, request)
    const live = await banking.db.transact(request, (tx) =>
      findMatchesOf(
        tx,
        documents.map(({ id }) => id),
      ),
    )
    expect(await standing(payables)).toEqual([0 - 1_000 * live.length, 1_000 * (2 - live.length)])
    const expected = live.flatMap(({ candidateId }) =>
      (newest.find(({ id }) => id === candidateId)?.parts ?? []).flatMap(({ amount, tags: [tag] }) => {
        const name = tag ? ` ${['North', 'South', 'East'][tags.indexOf(tag)]}` : ''
        return [`CREDIT ${amount}${name}`, `DEBIT ${amount}${name}`]
      }),
    )
    expect((await standingLines(payables)).sort()).toEqual(expected.sort())
    expect(await violationsOf(payables)).toEqual([])
  }
}, 180_000)

test('a matched payment that is tagged repeatedly, with several consumers at once, is posted under its last tags', async () => {
  const payables = await openPayables(banking)
  const { request } = payables
  const tags = await tagsOf(payables, 'North', 'South')
  const { document, transaction } = await matched(payables)
  let last = document
  for (let round = 0; round < 1; round++) {
    const versions = Array.from({ length: 3 }, (_, number) => {
      const parts = [{ amount: 1_000, tags: [tags[(round + number) % 2] as TestTag] }]
      return (last = changed(last, { parts }))
    })
    const readers = [...versions, ...versions.toReversed()]
    expect(await illegalOf(readers.map((version) => announce(banking, request, version)))).toEqual([])
    await announce(banking, request, last)
    await deliverAll(banking, request)
    const name = ['North', 'South'][(round + 2) % 2]
    expect(await standingLines(payables)).toEqual([`CREDIT 1000 ${name}`, `DEBIT 1000 ${name}`])
    expect(await transactionNow(banking, request, transaction)).toMatchObject({ status: 'MATCHED' })
  }
  expect(await standing(payables)).toEqual([-1_000, -1_000])
  expect(await violationsOf(payables)).toEqual([])
}, 120_000)
