import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'

/** Adds a piece, and yields to the event loop. @throws Error once the reader has stopped */
export type Push<Piece> = (piece: Piece) => Promise<void>

/**
 * The pieces that a producer pushes, as a stream. Pieces wait for a slow reader in memory, so that the producer need not: what
 * it holds, such as a transaction, ends with its last piece and not when that is read.
 * @param charge called for each piece that waits; returns a function that is called once the piece is read or dropped
 * @throws what `produce` throws; the producer has ended when the stream has
 */
export async function* pushStream<Piece>(
  produce: (push: Push<Piece>) => Promise<void>,
  charge: (piece: Piece) => () => void,
): AsyncGenerator<Piece> {
  const pieces = new PassThrough({ objectMode: true })
  const waiting: (() => void)[] = []
  const produced = produce(async (piece) => {
    pieces.write(piece)
    waiting.push(charge(piece))
    await setImmediate()
    if (pieces.destroyed) throw new Error('The reader has stopped.')
  }).then(
    () => pieces.end(),
    (error: unknown) => pieces.destroy(error instanceof Error ? error : new Error(String(error))),
  )
  try {
    for await (const piece of pieces as AsyncIterable<Piece>) {
      yield piece
      waiting.shift()?.()
    }
  } finally {
    pieces.destroy()
    await produced
    for (const release of waiting) release()
  }
}
