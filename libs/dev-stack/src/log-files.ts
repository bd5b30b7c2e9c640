import { createWriteStream, existsSync, readFileSync } from 'node:fs'
import type { WriteStream } from 'node:fs'

/** The last lines of a log, to show with a failure. */
export function tailOf(file: string, lines = 15): string {
  if (!existsSync(file)) return '(no log yet)'
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-lines).join('\n')
}

/** How often writing is retried on a full disk. */
const REOPEN_MS = 1_000

/**
 * A log file. While it cannot be written, on a full disk for example, lines are lost and counted, and the writer goes
 * on; the count is logged once it can be written again.
 */
export class LogFile {
  readonly #path: string
  readonly #reopenMs: number
  #stream: WriteStream | undefined
  #brokenAt = -Infinity
  #reason = ''
  #lost = 0

  constructor(path: string, reopenMs = REOPEN_MS) {
    this.#path = path
    this.#reopenMs = reopenMs
  }

  write(line: string): void {
    const stream = this.#opened()
    if (!stream) {
      this.#lost += 1
      return
    }
    const lost = this.#lost
    const note = lost > 0 ? `(${lost} lines are missing here: ${this.#reason})\n` : ''
    this.#lost = 0
    stream.write(`${note}${line}\n`, (error) => {
      if (error) this.#lost += lost + 1
    })
  }

  /** Lost lines that are not reported yet. */
  get lost(): number {
    return this.#lost
  }

  end(): void {
    this.#stream?.end()
  }

  #opened(): WriteStream | undefined {
    if (this.#stream) return this.#stream
    if (performance.now() - this.#brokenAt < this.#reopenMs) return undefined
    const stream = createWriteStream(this.#path, { flags: 'a', mode: 0o600 })
    stream.on('error', (error) => {
      this.#brokenAt = performance.now()
      this.#reason = error.message
      if (this.#stream === stream) this.#stream = undefined
    })
    return (this.#stream = stream)
  }
}
