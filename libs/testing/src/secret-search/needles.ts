/** Searches bytes for many texts in one pass. Pure. */

/** The shortest secret: shorter texts are found by chance. */
export const SHORTEST_SECRET = 8

/** Every encoding in which a secret may leak. Keys in base64 are searched as bytes, too. */
export function spellingsOf(secret: string): Buffer[] {
  const bytes = [Buffer.from(secret, 'utf8'), ...keyBytes(secret)]
  const spelled = bytes.flatMap((plain) => [plain, ...encodings(plain)])
  const escaped = [JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), secret.replaceAll('"', '""')]
  const unique = new Map(
    [...spelled, ...escaped.map((text) => Buffer.from(text))].map((one) => [one.toString('hex'), one]),
  )
  return [...unique.values()].filter(({ length }) => length >= SHORTEST_SECRET)
}

function keyBytes(secret: string): Buffer[] {
  const decoded = Buffer.from(secret, 'base64')
  const isKey =
    decoded.length >= 16 && ['base64', 'base64url'].some((form) => decoded.toString(form as 'hex') === secret)
  return isKey ? [decoded] : []
}

function encodings(plain: Buffer): Buffer[] {
  const hex = plain.toString('hex')
  return [hex, hex.toUpperCase(), ...base64Within(plain)].map((text) => Buffer.from(text))
}

/**
 * Base64 of a longer text that the secret is a part of, `id:secret` for example: three different ones, by where it
 * begins. The characters at both ends depend on the neighbours and are left out.
 */
function base64Within(plain: Buffer): string[] {
  return [0, 1, 2].flatMap((shift) => {
    const shifted = Buffer.concat([Buffer.alloc(shift), plain])
    const whole = shifted.subarray(0, shifted.length - (shifted.length % 3))
    const inner = (form: 'base64' | 'base64url'): string => whole.toString(form).slice(shift === 0 ? 0 : 4)
    return [inner('base64'), inner('base64url')]
  })
}

/** Three would fill the table: thousands of needles have nearly every block of three letters among them. */
const BLOCK = 4
/** A megabyte, which stays in the processor's cache, and of which thousands of needles take a small part. */
const TABLE_BITS = 20
const GOLDEN = 0x9e3779b1

const hash = (a: number, b: number, c: number, d: number): number =>
  Math.imul(a | (b << 8) | (c << 16) | (d << 24), GOLDEN) >>> (32 - TABLE_BITS)

/**
 * Finds all of many needles in one pass (Wu and Manber, 1994): four bytes tell how far none of them can end, so most
 * bytes are never looked at, however many needles there are.
 */
export class Needles {
  readonly longest: number
  readonly #window: number
  readonly #shifts: Uint8Array
  readonly #endingWith = new Map<number, { needle: Buffer; index: number }[]>()

  constructor(needles: readonly Buffer[]) {
    this.longest = Math.max(0, ...needles.map(({ length }) => length))
    this.#window = Math.min(255, ...needles.map(({ length }) => length))
    if (this.#window < BLOCK) throw new Error(`A text of ${this.#window} bytes is too short to be searched for.`)
    this.#shifts = new Uint8Array(1 << TABLE_BITS).fill(this.#window - BLOCK + 1)
    needles.forEach((needle, index) => this.#add(needle, index))
  }

  #add(needle: Buffer, index: number): void {
    for (let end = BLOCK - 1; end < this.#window; end++) {
      const block = blockAt(needle, end)
      this.#shifts[block] = Math.min(this.#shifts[block] ?? 0, this.#window - 1 - end)
      if (end < this.#window - 1) continue
      const sharing = this.#endingWith.get(block) ?? []
      sharing.push({ needle, index })
      this.#endingWith.set(block, sharing)
    }
  }

  /** Calls `found` with the needle's index and where it begins, for each place. */
  search(bytes: Uint8Array, found: (index: number, at: number) => void): void {
    const [shifts, window] = [this.#shifts, this.#window]
    for (let end = window - 1; end < bytes.length;) {
      const block = blockAt(bytes, end)
      const shift = shifts[block] ?? 1
      if (shift > 0) {
        end += shift
        continue
      }
      const at = end - window + 1
      for (const { needle, index } of this.#endingWith.get(block) ?? [])
        if (startsWith(bytes, at, needle)) found(index, at)
      end += 1
    }
  }
}

const blockAt = (bytes: Uint8Array, end: number): number =>
  hash(bytes[end - 3] ?? 0, bytes[end - 2] ?? 0, bytes[end - 1] ?? 0, bytes[end] ?? 0)

function startsWith(bytes: Uint8Array, at: number, needle: Uint8Array): boolean {
  for (let index = 0; index < needle.length; index++) if (bytes[at + index] !== needle[index]) return false
  return true
}
