/**
 * The hash that Citus distributes rows of a uuid by: PostgreSQL's `uuid_hash`, as a signed 32-bit integer. It is the
 * hash function `lookup3` of Bob Jenkins (public domain) over 16 bytes, in little-endian order, as
 * `src/common/hashfn.c` of PostgreSQL has it; stored rows depend on it there, so it does not change.
 */
export function hashOfUuid(uuid: string): number {
  const [first, second, third, fourth] = wordsOf(uuid)
  let a = (START + first) | 0
  let b = (START + second) | 0
  let c = (START + third) | 0
  // mix
  a = (a - c) ^ rotated(c, 4)
  c = (c + b) | 0
  b = (b - a) ^ rotated(a, 6)
  a = (a + c) | 0
  c = (c - b) ^ rotated(b, 8)
  b = (b + a) | 0
  a = (a - c) ^ rotated(c, 16)
  c = (c + b) | 0
  b = (b - a) ^ rotated(a, 19)
  a = (a + c) | 0
  c = (c - b) ^ rotated(b, 4)
  b = (b + a) | 0
  // the last four bytes, and the end
  a = (a + fourth) | 0
  c = ((c ^ b) - rotated(b, 14)) | 0
  a = ((a ^ c) - rotated(c, 11)) | 0
  b = ((b ^ a) - rotated(a, 25)) | 0
  c = ((c ^ b) - rotated(b, 16)) | 0
  a = ((a ^ c) - rotated(c, 4)) | 0
  b = ((b ^ a) - rotated(a, 14)) | 0
  return ((c ^ b) - rotated(b, 24)) | 0
}

const BYTES = 16
const START = (0x9e3779b9 + BYTES + 3_923_095) | 0

const rotated = (word: number, by: number): number => (word << by) | (word >>> (32 - by))

function wordsOf(uuid: string): [number, number, number, number] {
  const bytes = Buffer.from(uuid.replaceAll('-', ''), 'hex')
  if (bytes.length !== BYTES) throw new Error(`"${uuid}" is not a UUID.`)
  return [bytes.readInt32LE(0), bytes.readInt32LE(4), bytes.readInt32LE(8), bytes.readInt32LE(12)]
}
