import type { ServerResponse } from 'node:http'
import type { MinDataRate } from './min-data-rate.ts'

/**
 * Cuts off a caller that does not fetch its answer. A write counts as fetched only once it is complete, so large
 * answers have to be written in chunks.
 * @param onAborted called once when that happens
 */
export function limitSlowResponse(pace: MinDataRate, answer: ServerResponse, onAborted?: () => void): void {
  const { socket } = answer
  if (socket === null) return
  const forget = pace.watch({
    moved: () => socket.bytesWritten - socket.writableLength,
    isStalledByPeer: () => socket.writableLength > 0,
    abort: () => {
      onAborted?.()
      socket.destroy()
    },
  })
  answer.on('finish', forget).on('close', forget)
}
