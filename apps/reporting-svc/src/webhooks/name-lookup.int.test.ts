import { createSocket, type Socket } from 'node:dgram'
import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nameLookup } from './name-lookup.ts'
import { startReceiver, type Receiver } from './receiver.test-helpers.ts'
import { sender } from './send.ts'

const A = 1
const ADDRESSES: Record<string, string> = { 'inside.example': '127.0.0.1', 'meta.example': '169.254.169.254' }

let server: Socket
let receiver: Receiver

/** A name server that knows some names, never answers for `tarpit.example`, and knows no other. */
beforeAll(async () => {
  receiver = await startReceiver()
  server = createSocket('udp4')
  server.on('message', (query, { port, address }) => {
    const labels = []
    let at = 12
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length))
      at += length + 1
    }
    const name = labels.join('.').toLowerCase()
    if (name === 'tarpit.example') return
    const known = ADDRESSES[name]
    const found = known !== undefined && query.readUInt16BE(at + 1) === A ? known : undefined
    const header = Buffer.alloc(12)
    query.copy(header, 0, 0, 2)
    header.writeUInt16BE(known === undefined ? 0x8183 : 0x8180, 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(found ? 1 : 0, 6)
    const answer = found ? [0xc0, 12, 0, A, 0, 1, 0, 0, 0, 0, 0, 4, ...found.split('.').map(Number)] : []
    server.send(Buffer.concat([header, query.subarray(12, at + 5), Buffer.from(answer)]), port, address)
  })
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await receiver.close()
  await new Promise<void>((resolve) => server.close(resolve))
})

const resolverOf = (timeout: number): Resolver => {
  const resolver = new Resolver({ timeout, tries: 1 })
  resolver.setServers([`127.0.0.1:${server.address().port}`])
  return resolver
}

const find = (name: string, options: { family?: number } = {}, timeout = 2_000): Promise<LookupAddress[]> =>
  new Promise((resolve, reject) =>
    nameLookup(resolverOf(timeout))(name, { all: true, ...options }, (error, found) =>
      error ? reject(error) : resolve(found as LookupAddress[]),
    ),
  )

test('a name resolves to what its server says, localhost to loopback', async () => {
  const [v4, v6] = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ]
  expect(await find('inside.example')).toEqual([v4])
  expect(await find('localhost')).toEqual([v4, v6])
  expect(await find('localhost', { family: 6 })).toEqual([v6])
})

test('an unknown name is not found; one whose server does not answer may be found later', async () => {
  await expect(find('nowhere.example')).rejects.toMatchObject({ code: 'ENOTFOUND' })
  await expect(find('tarpit.example', {}, 200)).rejects.toMatchObject({ code: 'EAI_AGAIN' })
})

test('names whose server does not answer block no other name', async () => {
  const lookup = nameLookup(resolverOf(2_000))
  let silent = 0
  const ask = (name: string) => new Promise<void>((resolve) => lookup(name, { all: true }, () => resolve()))
  const asked = Array.from({ length: 12 }, () => ask('tarpit.example').then(() => (silent += 1)))
  await ask('inside.example')
  expect(silent).toBe(0)
  await Promise.all(asked)
})

test('the resolved address is still checked', async () => {
  const lookup = nameLookup(resolverOf(2_000))
  const send = (name: string, allowPrivate: boolean) =>
    sender({ allowPrivate, lookup })(
      { url: `http://${name}:${receiver.port}/hooks`, headers: {}, body: '{}' },
      () => new Date(),
    )
  const refused = { statusCode: null, error: 'The name leads to an address that is not public' }
  expect(await send('inside.example', false)).toMatchObject(refused)
  expect(await send('localhost', false)).toMatchObject(refused)
  expect(await send('meta.example', true)).toMatchObject(refused)
  expect(receiver.received).toEqual([])
  expect(await send('inside.example', true)).toMatchObject({ statusCode: 204 })
  expect(await send('nowhere.example', true)).toMatchObject({ error: 'The name cannot be resolved' })
})
