import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'

/** Takes a piece, and lets others have their turn. @throws Error once nobody reads any more */
export type Push<Piece> = (piece: Piece) => Promise<void>

/**
 * What is made, to whoever reads it, as it comes. Pieces wait for a slow reader in memory, so that whoever makes them need
 * not: what it holds meanwhile, such as a transaction, is free when the last piece is made and not when it is read.
 * @param hold told of each piece that waits; what it answers is called when that is read, or nobody reads it
 * @throws what `make` throws; all of it is over when the reading is
 */
export async function* pushStream<Piece>(
  make: (push: Push<Piece>) => Promise<void>,
  hold: (piece: Piece) => () => void,
): AsyncGenerator<Piece> {
  const pieces = new PassThrough({ objectMode: true })
  const waiting: (() => void)[] = []
  const made = make(async (piece) => {
    pieces.write(piece)
    waiting.push(hold(piece))
    await setImmediate()
    if (pieces.destroyed) throw new Error('Nobody reads it any more.')
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
    await made
    for (const over of waiting) over()
  }
}
