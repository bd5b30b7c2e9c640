import type { FastifyReply } from 'fastify'
import type { ServerResponse } from 'node:http'

const WAITING = Symbol('waits for the end of the answer')

type Answer = ServerResponse & { [WAITING]?: (() => void)[] }

/**
 * Calls `then` once: when the answer is sent or its caller is gone. An abandoned answer closes without finishing. All
 * callbacks of an answer share one listener, as a long answer registers one for each chunk.
 */
export function whenFinished({ raw }: Pick<FastifyReply, 'raw'>, then: () => void): void {
  const answer: Answer = raw
  if (answer.destroyed) return then()
  const known = answer[WAITING]
  if (known) return void known.push(then)
  const all = [then]
  answer[WAITING] = all
  // Called for both, where there is nothing left the second time: removing it would cost more.
  const over = (): void => {
    for (const one of all.splice(0)) one()
  }
  answer.on('finish', over).on('close', over)
}
