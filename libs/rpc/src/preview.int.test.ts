import { Server, ServerCredentials, type sendUnaryData } from '@grpc/grpc-js'
import { DomainError, refused } from '@pacioli/errors'
import { JournalService, PostingsService, type LedgerEntry } from '@pacioli/protos/ledger'
import { afterEach, expect, test } from 'vitest'
import {
  clientOfService,
  implement,
  Preview,
  serve,
  writeRequestOf,
  type BusinessWrite,
  type Handlers,
  type Implementation,
} from './index.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const journal = (handlers: Partial<Handlers<typeof JournalService>>): Implementation =>
  implement(JournalService, handlers as Handlers<typeof JournalService>)
const postings = (handlers: Partial<Handlers<typeof PostingsService>>): Implementation =>
  implement(PostingsService, handlers as Handlers<typeof PostingsService>)

async function connected(...services: Implementation[]) {
  const { port, stop } = await serve({ host: '127.0.0.1', port: 0, services })
  closing.push(() => stop(100))
  const channels = { target: `127.0.0.1:${port}`, count: 1 }
  const [ofJournal, ofPostings] = [
    clientOfService(JournalService, channels),
    clientOfService(PostingsService, channels),
  ]
  closing.push(ofJournal.close, ofPostings.close)
  return { journal: ofJournal.client, postings: ofPostings.client }
}

const [clientId, businessId] = [crypto.randomUUID(), crypto.randomUUID()]
const idempotency = { key: 'k', operation: 'POST /x', requestHash: 'h' }
const previewed = (preview: Preview) => ({ context: { clientId, businessId, idempotency, preview } })
const ordinary = { context: { clientId, businessId } }

const account = (id: string) => ({ id: { type: 'AccountId', id }, name: id })
const till = { account_id: 'till', name: 'Till', account_subtype: 'CASH' }
const moved = (id: string, before: number, after: number) => ({ account: account(id), basis: 'ACCRUAL', before, after })

/** Answers whether it was asked for a preview, and what was told of the key. */
const told = (seen: BusinessWrite[]): Implementation =>
  journal({
    PostJournalEntry: async ({ memo }, context) => {
      const request = writeRequestOf(context)
      seen.push(request)
      const entry: LedgerEntry = { id: 'entry', memo: memo ?? undefined, line_items: [], transaction_tags: [] }
      request.preview?.posts([entry], [moved('CASH', 1, 3), moved('SALES', -1, -3)])
      return { data: entry, created: true }
    },
  })

test('a previewed call is answered as it would be, without a key, and tells what it would do', async () => {
  const seen: BusinessWrite[] = []
  const { journal: client } = await connected(told(seen))
  const began = Date.now()
  // Often enough to go over an exchange as well as by itself.
  for (let time = 0; time < 20; time++) {
    const preview = new Preview()
    const { message } = await client.PostJournalEntry({ memo: 'm', line_items: [] }, previewed(preview))
    expect(message).toMatchObject({ data: { id: 'entry', memo: 'm' }, created: true })
    const { entries, balances, through } = preview.toMessage()
    expect(entries).toEqual([expect.objectContaining({ id: 'entry', memo: 'm' })])
    expect(balances).toEqual([
      expect.objectContaining({ before: 1, after: 3 }),
      expect.objectContaining({ before: -1, after: -3 }),
    ])
    expect(through?.map(({ service, at = '' }) => [service, Date.parse(at) >= began])).toEqual([['ledger', true]])
  }
  expect(seen.map(({ idempotency: key, preview }) => [key, preview !== undefined])).toEqual(
    Array.from({ length: 20 }, () => [undefined, true]),
  )
  await client.PostJournalEntry({ line_items: [] }, ordinary)
  expect(seen.at(-1)?.preview).toBeUndefined()
})

test('accounts that a call would open are supposed to be there by those after it, and by no other preview', async () => {
  const supposed: (string | undefined)[][] = []
  const { postings: client } = await connected(
    postings({
      EnsureAccounts: async ({ accounts }, { preview }) => {
        preview?.opens(accounts)
        return { accounts: [], time_zone: 'UTC', currency: 'USD' }
      },
      AskBooks: async (_request, { preview }) => {
        supposed.push((preview?.accounts ?? []).map(({ name, stable_name }) => `${name} ${stable_name}`))
        return {}
      },
    }),
  )
  const preview = new Preview()
  await client.EnsureAccounts({ accounts: [till] }, previewed(preview))
  await client.EnsureAccounts(
    { accounts: [till, { ...till, account_id: 'safe', name: 'Safe', stable_name: 'SAFE' }] },
    previewed(preview),
  )
  await client.AskBooks({}, previewed(preview))
  await client.AskBooks({}, previewed(new Preview()))
  expect(supposed).toEqual([['Till undefined', 'Safe SAFE'], []])
  expect(preview.answer().accounts.map(({ account_id }) => account_id)).toEqual(['till', 'safe'])
})

test('parts of a preview add up: a balance begins where the first part found it', () => {
  const preview = new Preview()
  preview.posts([], [moved('CASH', 5, 7)])
  preview.posts([], [moved('CASH', 6, 16), moved('SALES', 0, 10)])
  expect(preview.toMessage().balances).toEqual([moved('CASH', 5, 17), moved('SALES', 0, 10)])
})

test('a refusal of a previewed call arrives as that of the call', async () => {
  const { journal: client } = await connected(
    journal({ PostJournalEntry: () => Promise.reject(refused('UnbalancedEntry', 'é', { field: 'line_items' })) }),
  )
  const refusal = await client.PostJournalEntry({}, previewed(new Preview())).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(DomainError)
  expect(refusal).toMatchObject({ problems: [{ error_enum: 'UnbalancedEntry', meta: { field: 'line_items' } }] })
})

test('a service of the version before, which knows no previews, refuses them and writes nothing', async () => {
  let written = 0
  const server = new Server()
  server.addService(JournalService, {
    PostJournalEntry: (_call: unknown, answer: sendUnaryData<object>) => {
      written += 1
      answer(null, {})
    },
  })
  closing.push(() => server.forceShutdown())
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    )
  })
  const { client, close } = clientOfService(JournalService, { target: `127.0.0.1:${port}`, count: 1 })
  closing.push(close)
  const refusal = await client.PostJournalEntry({}, previewed(new Preview())).catch((error: unknown) => error)
  expect([refusal, written]).toEqual([expect.objectContaining({ errorEnum: 'ServiceUnavailable' }), 0])
  await client.PostJournalEntry({}, ordinary)
  expect(written).toBe(1)
})
