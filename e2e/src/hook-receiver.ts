/** An endpoint of a platform: keeps what it is sent, and answers with a status. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FeedEvent } from './answers.ts'

export interface Hooked {
  headers: IncomingHttpHeaders
  text: string
  event: FeedEvent
}

export async function startHookReceiver() {
  const hooked: Hooked[] = []
  const answering = { status: 204 }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8')
      hooked.push({ headers: request.headers, text, event: JSON.parse(text) as FeedEvent })
      response.writeHead(answering.status).end('seen')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    ...{ hooked, answering },
    url: `http://127.0.0.1:${port}/hooks`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
