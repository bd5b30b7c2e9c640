import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

const BYTES_PER_ID = 16

/** Randomness for 256 ids at a time: asking the kernel for each would cost more than the rest of making an id. */
const pool = Buffer.alloc(256 * BYTES_PER_ID)
let used = pool.length

function randomBytes(): Buffer {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += BYTES_PER_ID
  return pool.subarray(used - BYTES_PER_ID, used)
}

/**
 * Makes UUIDs of version 7 (RFC 9562). Each sorts after the one before, also within a millisecond and when the clock is
 * put back: so they lie close together in an index, and what was made first comes first where time alone does not say it.
 */
export function idMaker(clock: () => number): () => string {
  let msecs = 0
  // Of the last id within its millisecond: begins anywhere in the lower half of 32 bits.
  let seq = 0
  return () => {
    const random = randomBytes()
    const now = clock()
    if (now > msecs) {
      msecs = now
      seq = random.readUInt32BE(6) >>> 1
    } else seq += 1
    return v7({ random, msecs, seq })
  }
}

/** A new id, which sorts after all that this process has made before. */
export const newId = idMaker(Date.now)
