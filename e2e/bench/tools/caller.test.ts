import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { Caller, requestOf } from './caller.ts'

let server: Server | undefined
afterEach(() => {
  server?.close()
  server?.closeAllConnections()
})

async function serve(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ baseUrl: string }> {
  server = createServer(answer)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const answerWith = (response: ServerResponse, status: number, body: string): void =>
  void response.writeHead(status, { 'content-length': Buffer.byteLength(body) }).end(body)

test('the request arrives as it was put together', async () => {
  const seen: unknown[] = []
  const at = await serve((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      const { authorization, 'content-type': type } = request.headers
      seen.push([request.method, request.url, authorization, type, body])
      answerWith(response, 201, '{}')
    })
  })
  const caller = new Caller(at)
  await caller.send(requestOf(at, 'POST', '/v1/things', { authorization: 'Bearer it' }, '{"name":"Café"}'))
  await caller.send(requestOf(at, 'GET', '/v1/things', {}))
  caller.close()
  expect(seen).toEqual([
    ['POST', '/v1/things', 'Bearer it', 'application/json', '{"name":"Café"}'],
    ['GET', '/v1/things', undefined, undefined, ''],
  ])
})

test('an answer that comes in pieces is waited for to its end', async () => {
  let wrote = ''
  const at = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': 6 })
    for (const piece of ['ab', 'cd', 'ef'])
      setImmediate(() => {
        wrote += piece
        response.write(piece)
      })
  })
  const caller = new Caller(at)
  await caller.send(requestOf(at, 'GET', '/', {}))
  expect(wrote).toBe('abcdef')
  caller.close()
})

test('an answer that is a refusal fails with what it says', async () => {
  const at = await serve((_request, response) => answerWith(response, 422, 'Unbalanced'))
  const caller = new Caller(at)
  await expect(caller.send(requestOf(at, 'GET', '/', {}))).rejects.toThrow(/422[^]*Unbalanced/)
  caller.close()
})

test('a connection that ends before the answer fails, and the next request has a new one', async () => {
  let count = 0
  const at = await serve((request, response) => {
    if (++count === 1) request.socket.destroy()
    else answerWith(response, 200, '')
  })
  const caller = new Caller(at)
  await expect(caller.send(requestOf(at, 'GET', '/', {}))).rejects.toThrow('closed before')
  await caller.send(requestOf(at, 'GET', '/', {}))
  expect(count).toBe(2)
  caller.close()
})

test('nothing can be asked while an answer is waited for', async () => {
  const at = await serve((_request, response) => answerWith(response, 200, ''))
  const caller = new Caller(at)
  const first = caller.send(requestOf(at, 'GET', '/', {}))
  expect(() => caller.send(requestOf(at, 'GET', '/', {}))).toThrow('one answer at a time')
  await first
  caller.close()
})
