/** What a service takes on: it is asked before each call, by whose it is and how large, and told once that is over. */
import { refused } from '@pacioli/errors'
import { JournalService } from '@pacioli/protos/ledger'
import { afterEach, expect, test } from 'vitest'
import { Connection, implement, serve, type Handlers, type TakeOn } from './index.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** A service whose calls end when a test lets them, with room for so many bytes at once. */
async function withRoomFor(most: number) {
  const held: (() => void)[] = []
  const asked: { clientId: string | undefined; bytes: number }[] = []
  let inWork = 0
  const takeOn: TakeOn = ({ clientId }, bytes) => {
    asked.push({ clientId, bytes })
    if (inWork + bytes > most) throw refused('ServiceUnavailable', 'There is no room.')
    inWork += bytes
    return () => void (inWork -= bytes)
  }
  const journal = {
    PostJournalEntries: () => new Promise((resolve) => held.push(() => resolve({ data: [] }))),
    GetEntry: () => Promise.reject(refused('EntryNotFound', 'There is none.')),
  } as unknown as Handlers<typeof JournalService>
  const services = [implement(JournalService, journal)]
  const server = await serve({ host: '127.0.0.1', port: 0, services, takeOn })
  const connection = new Connection({ target: `127.0.0.1:${server.port}`, count: 1 })
  closing.push(
    () => server.stop(100),
    () => connection.close(),
  )
  return { client: connection.client(JournalService), held, asked, inWork: () => inWork }
}

const of = (clientId: string) => ({ context: { requestId: 'r', clientId } })
const entries = (bytes: number) => ({ entries: [{ memo: 'x'.repeat(bytes) }] })
const unavailable = { errorEnum: 'ServiceUnavailable' }

test('a call for whose bytes there is no room is refused before it is begun; answered ones make room', async () => {
  const { client, held, asked, inWork } = await withRoomFor(100_000)
  const first = client.PostJournalEntries(entries(60_000), of('one'))
  await expect.poll(() => held.length).toBe(1)
  expect(inWork()).toBeGreaterThanOrEqual(60_000)
  await expect(client.PostJournalEntries(entries(60_000), of('other'))).rejects.toMatchObject(unavailable)
  expect(held).toHaveLength(1)
  expect(asked.map(({ clientId }) => clientId)).toEqual(['one', 'other'])
  held[0]?.()
  await first
  expect(inWork()).toBe(0)
  const next = client.PostJournalEntries(entries(60_000), of('other'))
  await expect.poll(() => held.length).toBe(2)
  held[1]?.()
  await next
})

test('a call that is refused by its handler makes room, too', async () => {
  const { client, inWork } = await withRoomFor(100)
  await expect(client.GetEntry({ entry_id: 'x' }, of('one'))).rejects.toMatchObject({ errorEnum: 'EntryNotFound' })
  expect(inWork()).toBe(0)
})
