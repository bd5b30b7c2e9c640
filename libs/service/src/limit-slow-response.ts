import type { ServerResponse } from 'node:http'
import type { MinDataRate } from './min-data-rate.ts'

/**
 * Cuts off whoever does not fetch an answer. Only what has wholly left a write counts as fetched, so large answers are to be
 * written in pieces.
 * @param onAborted told of it, once
 */
export function limitSlowResponse(pace: MinDataRate, answer: ServerResponse, onAborted?: () => void): void {
  const { socket } = answer
  if (socket === null) return
  const before = socket.bytesWritten
  const waiting = (): number => socket.writableLength
  const forget = pace.watch({
    moved: () => socket.bytesWritten - before - waiting(),
    isStalledByPeer: () => waiting() > 0,
    abort: () => {
      onAborted?.()
      socket.destroy()
    },
  })
  answer.once('finish', forget).once('close', forget)
}
