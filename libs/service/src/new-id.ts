import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

const BYTES_PER_ID = 16

/** Randomness for 256 ids at a time: asking the kernel for each would cost more than the rest of making an id. */
const pool = new Uint8Array(256 * BYTES_PER_ID)
let used = pool.length

function rng(): Uint8Array {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += BYTES_PER_ID
  return pool.subarray(used - BYTES_PER_ID, used)
}

/** A new id: a UUID of version 7 (RFC 9562), so that ids made one after another lie close together in an index. */
export const newId = (): string => v7({ rng })
