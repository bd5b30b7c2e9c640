import type { ServerResponse } from 'node:http'
import type { Pace } from './pace.ts'

/**
 * Cuts off whoever does not fetch an answer. Only what has wholly left a write counts as fetched, so large answers are to be
 * written in pieces.
 * @param onGivenUp told of it, once
 */
export function paceAnswer(pace: Pace, answer: ServerResponse, onGivenUp?: () => void): void {
  const { socket } = answer
  if (socket === null) return
  const before = socket.bytesWritten
  const waiting = (): number => socket.writableLength
  const forget = pace.watch({
    moved: () => socket.bytesWritten - before - waiting(),
    isOwed: () => waiting() > 0,
    giveUp: () => {
      onGivenUp?.()
      socket.destroy()
    },
  })
  answer.once('finish', forget).once('close', forget)
}
