import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

const BYTES_PER_ID = 16

/** Randomness for 256 ids: one system call for each would cost more than the rest. */
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
 * Makes UUIDs of version 7 (RFC 9562). Each sorts after the one before, even within a millisecond or when the clock
 * goes back: so they are adjacent in an index, and ordered where time alone does not tell.
 */
export function idMaker(clock: () => number): () => string {
  let msecs = 0
  // Counter within the millisecond; starts anywhere in the lower half of 32 bits.
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

/** A new id, which sorts after all earlier ones of this process. */
export const newId = idMaker(Date.now)
