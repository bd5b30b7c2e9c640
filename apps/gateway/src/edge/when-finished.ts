import type { FastifyReply } from 'fastify'
import type { ServerResponse } from 'node:http'

const waiting = new WeakMap<ServerResponse, (() => void)[]>()

/**
 * Calls it once: when the answer is out, or nobody waits for it any more. Such an answer is closed without being finished.
 * One listener of an answer does for all, for a long one is waited for piece by piece.
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
