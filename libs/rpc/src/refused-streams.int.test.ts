/** Calls that a server refuses to begin, as a draining one does. */
import { createServer, constants, type ServerHttp2Stream } from 'node:http2'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { CallsService } from '@pacioli/protos/calls'
import { JournalService } from '@pacioli/protos/ledger'
import { expect, onTestFinished, test } from 'vitest'
import { Connection } from './index.ts'

/** A message without fields, as gRPC frames it. */
const NOTHING = Buffer.alloc(5)

function answer(stream: ServerHttp2Stream): void {
  stream.once('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }))
  stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true })
  stream.end(NOTHING)
}

/** As a server does that does not know the method. */
const unimplemented = (stream: ServerHttp2Stream): void =>
  stream.respond({ ':status': 200, 'content-type': 'application/grpc', 'grpc-status': '12' }, { endStream: true })

/** Answers every call but one. */
async function serverThatRefuses(refused: number) {
  const came: string[] = []
  const server = createServer().on('stream', (stream, { ':path': path = '' }) => {
    if (path === CallsService.Exchange.path) return unimplemented(stream)
    came.push(path)
    // To be closed with a code is an error to it.
    if (came.length === refused) stream.on('error', () => undefined).close(constants.NGHTTP2_REFUSED_STREAM)
    else answer(stream)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return { came, port: (server.address() as AddressInfo).port }
}

test('a write that a server refused to begin is sent again, for it cannot have been carried out', async () => {
  const { came, port } = await serverThatRefuses(2)
  const connection = new Connection({ target: `127.0.0.1:${port}`, count: 1 })
  onTestFinished(() => connection.close())
  const client = connection.client(JournalService)
  const context = { requestId: 'r' }
  await client.ReverseEntry({}, { context })
  expect(await client.ReverseEntry({}, { context })).toMatchObject({
    message: expect.anything() as object,
    replayed: false,
  })
  expect(came.map((path) => path.split('/').at(-1))).toEqual(['ReverseEntry', 'ReverseEntry', 'ReverseEntry'])
})
