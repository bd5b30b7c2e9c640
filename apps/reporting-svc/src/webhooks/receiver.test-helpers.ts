/** Endpoints of a platform on this machine: they record requests, and answer as the test sets it. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = { path: string; headers: IncomingHttpHeaders; text: string; body: Record<string, unknown> }

export async function startReceiver() {
  const received: Received[] = []
  const answering = {
    answer: (_request: Received, response: ServerResponse): void => void response.writeHead(204).end(),
  }
  const server = createServer((request: IncomingMessage, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8')
      const one = {
        path: request.url ?? '',
        headers: request.headers,
        text,
        body: JSON.parse(text) as Received['body'],
      }
      received.push(one)
      answering.answer(one, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    port,
    received,
    answering,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>
