/** An endpoint of a platform: keeps what it is sent, and answers with a status. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FeedEvent } from './answers.ts'
import type { Contract } from './contract.ts'

export interface Hooked {
  headers: IncomingHttpHeaders
  text: string
  event: FeedEvent
}

/** When closed it throws any undocumented parts of events. */
export async function startHookReceiver({ events }: Pick<Contract, 'events'>) {
  const hooked: Hooked[] = []
  const wrong: unknown[] = []
  const answering = { status: 204 }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8')
      const event = JSON.parse(text) as FeedEvent
      try {
        events?.check(event)
      } catch (error) {
        wrong.push(error)
      }
      hooked.push({ headers: request.headers, text, event })
      response.writeHead(answering.status).end('seen')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    ...{ hooked, answering },
    url: `http://127.0.0.1:${port}/hooks`,
    close: async () => {
      await new Promise<void>((resolve) => server.close(() => resolve()))
      if (wrong.length > 0) throw wrong[0]
    },
  }
}
