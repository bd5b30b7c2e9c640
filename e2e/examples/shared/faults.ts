/** What is wrong with a file, all of it: whoever mends one row should know of the others. Pure. */
import { Refusal } from './refusal.ts'

const MAX_TOLD = 20

export class Faults {
  readonly #found: string[] = []

  add(words: string): void {
    this.#found.push(words)
  }

  /** What `read` returns; undefined where it refuses, which is kept. */
  take<Value>(read: () => Value): Value | undefined {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.add(error.message)
      return undefined
    }
  }

  /** @throws Refusal that tells the first of them, and how many there are besides */
  throwIfAny(): void {
    if (this.#found.length === 0) return
    const told = this.#found.slice(0, MAX_TOLD)
    const rest = this.#found.length - told.length
    throw new Refusal([...told, ...(rest > 0 ? [`… and ${rest} more.`] : [])].join('\n'))
  }
}

/** @throws Refusal for a text that the API would not take */
export function requireLength(text: string, most: number, where: string, what: string): string {
  if (text.length > most)
    throw new Refusal(`${where}: ${what} has ${text.length} characters, and may have ${most}: "${text.slice(0, 40)}…".`)
  return text
}
