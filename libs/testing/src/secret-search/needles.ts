/** Looks for many texts at once in many bytes. Pure. */

/** What is looked for is at least so long: shorter texts are found by chance. */
export const SHORTEST_SECRET = 8

/** Every way in which a secret may be written where it should not be. Keys in base64 are looked for as bytes, too. */
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

const BLOCK = 3
const TABLE = 1 << 16

const hash = (a: number, b: number, c: number): number => ((a << 10) ^ (b << 5) ^ c) & (TABLE - 1)

/**
 * Finds all of many needles in one pass (Wu and Manber, 1994): three bytes tell how far none of them can end, so most
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
    this.#shifts = new Uint8Array(TABLE).fill(this.#window - BLOCK + 1)
    needles.forEach((needle, index) => this.#add(needle, index))
  }

  #add(needle: Buffer, index: number): void {
    for (let end = BLOCK - 1; end < this.#window; end++) {
      const block = this.#blockAt(needle, end)
      this.#shifts[block] = Math.min(this.#shifts[block] ?? 0, this.#window - 1 - end)
      if (end < this.#window - 1) continue
      const sharing = this.#endingWith.get(block) ?? []
      this.#endingWith.set(block, [...sharing, { needle, index }])
    }
  }

  #blockAt(bytes: Buffer, end: number): number {
    return hash(bytes[end - 2] ?? 0, bytes[end - 1] ?? 0, bytes[end] ?? 0)
  }

  /** Calls `found` with the needle's index and where it begins, for each place. */
  search(bytes: Buffer, found: (index: number, at: number) => void): void {
    for (let end = this.#window - 1; end < bytes.length;) {
      const block = this.#blockAt(bytes, end)
      const shift = this.#shifts[block] ?? 1
      if (shift > 0) {
        end += shift
        continue
      }
      const at = end - this.#window + 1
      for (const { needle, index } of this.#endingWith.get(block) ?? [])
        if (bytes.subarray(at, at + needle.length).equals(needle)) found(index, at)
      end += 1
    }
  }
}
