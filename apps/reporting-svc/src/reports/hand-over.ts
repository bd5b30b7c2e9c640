import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'

/** Takes a piece, and lets others have their turn. @throws Error once nobody reads any more */
export type HandOver<Piece> = (piece: Piece) => Promise<void>

/**
 * What is made, to whoever reads it, as it comes. Pieces wait for a slow reader in memory, so that whoever makes them need
 * not: what it holds meanwhile, such as a transaction, is free when the last piece is made and not when it is read.
 * @throws what `make` throws; all of it is over when the reading is
 */
export async function* handedOver<Piece>(make: (handOver: HandOver<Piece>) => Promise<void>): AsyncGenerator<Piece> {
  const pieces = new PassThrough({ objectMode: true })
  const made = make(async (piece) => {
    pieces.write(piece)
    await setImmediate()
    if (pieces.destroyed) throw new Error('Nobody reads it any more.')
  }).then(
    () => pieces.end(),
    (error: unknown) => pieces.destroy(error instanceof Error ? error : new Error(String(error))),
  )
  try {
    yield* pieces as AsyncIterable<Piece>
  } finally {
    pieces.destroy()
    await made
  }
}
