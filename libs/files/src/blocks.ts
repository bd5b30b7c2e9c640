import type { Readable } from 'node:stream'

/** The stream in blocks of this size, the last one shorter, at least one. Holds one block at a time. */
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
