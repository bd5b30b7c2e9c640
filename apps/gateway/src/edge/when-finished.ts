import type { FastifyReply } from 'fastify'
import type { ServerResponse } from 'node:http'

const waiting = new WeakMap<ServerResponse, (() => void)[]>()

/**
 * Calls `then` once: when the answer is sent or its caller is gone. An abandoned answer closes without finishing. All
 * callbacks of an answer share one listener, as a long answer registers one for each chunk.
 */
export function whenFinished({ raw }: Pick<FastifyReply, 'raw'>, then: () => void): void {
  if (raw.destroyed) return then()
  const known = waiting.get(raw)
  if (known) return void known.push(then)
  const all = [then]
  waiting.set(raw, all)
  const over = (): void => {
    raw.off('finish', over).off('close', over)
    for (const one of all.splice(0)) one()
    waiting.delete(raw)
  }
  raw.once('finish', over).once('close', over)
}
