/** The least that counts as a service: reports ready, ends on a signal or when its parent is gone. */
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'

export function standIn(name: string, port: string | undefined, answer: RequestListener): void {
  const server = createServer(answer)
  server.listen(Number(port), '127.0.0.1', () => console.log(JSON.stringify({ level: 'info', msg: `${name} is up` })))
  const end = (): void => process.exit(0)
  process.on('SIGTERM', end)
  process.on('disconnect', end)
}
