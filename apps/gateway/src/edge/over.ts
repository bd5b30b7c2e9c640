import type { FastifyReply } from 'fastify'

/** Calls it once: when the answer is out, or nobody waits for it any more. Such an answer is closed without being finished. */
export function whenOver({ raw }: Pick<FastifyReply, 'raw'>, then: () => void): void {
  if (raw.destroyed) return then()
  const over = (): void => {
    raw.off('finish', over).off('close', over)
    then()
  }
  raw.once('finish', over).once('close', over)
}
