import type { Readable } from 'node:stream'

/** Splits the stream into blocks of this size, the last one shorter; at least one. Keeps one block in memory. */
export async function* blocksOf(stream: Readable, size: number): AsyncGenerator<Buffer, undefined> {
  let held: Buffer[] = []
  let heldBytes = 0
  for await (const given of stream) {
    let chunk = given as Buffer
    while (heldBytes + chunk.length > size) {
      const room = size - heldBytes
      yield Buffer.concat([...held, chunk.subarray(0, room)], size)
      ;[held, heldBytes, chunk] = [[], 0, chunk.subarray(room)]
    }
    held.push(chunk)
    heldBytes += chunk.length
  }
  yield Buffer.concat(held, heldBytes)
  return undefined
}
