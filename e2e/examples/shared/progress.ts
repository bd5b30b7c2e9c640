/** Says how far work is, what is being done and how long it will still take; never silent for long. */
import { SingleBar } from 'cli-progress'
import { Estimate, rounded, sayable } from './estimate.ts'

/** A line is printed so often where the output is no terminal; a bar moves more often. */
const SAID_EVERY_MS = 2_000
const ESTIMATED_EVERY_MS = 500

/**
 * `size` is what people are shown, in things; `effort` what the time to go is estimated by, the same unless given. Each
 * kind has a speed of its own: single requests, bulk requests, and reading.
 */
export type Part = { name: string; kind: 'single' | 'bulk' | 'read'; size: number; effort?: number; weight: number }

/** So many things of the part are done by now, and so much of its effort. */
export type Tell = (done: number, effort?: number) => void

export class Progress {
  readonly #parts: readonly Part[]
  readonly #estimate: Estimate
  readonly #output: NodeJS.WritableStream

  /** @param parts in the order in which they are done */
  constructor(parts: readonly Part[], output: NodeJS.WritableStream = process.stderr) {
    this.#parts = parts
    this.#output = output
    this.#estimate = new Estimate(parts.map(({ kind, size, effort = size, weight }) => ({ kind, effort, weight })))
  }

  /**
   * Does one of the parts, in their order.
   * @param size where only now it is known
   */
  async part<Result>(name: string, work: (tell: Tell) => Promise<Result>, size?: number): Promise<Result> {
    const index = this.#parts.findIndex((part) => part.name === name)
    const bar = new SingleBar({
      format: `${name} {bar} {value}/{total}, {duration_formatted}{to_go}`,
      stream: this.#output,
      noTTYOutput: true,
      notTTYSchedule: SAID_EVERY_MS,
    })
    this.#estimate.begin(index, Date.now(), size)
    bar.start(size ?? this.#parts[index]?.size ?? 0, 0, { to_go: this.#toGo() })
    const timer = setInterval(() => bar.update({ to_go: this.#toGo() }), ESTIMATED_EVERY_MS)
    try {
      return await work((done, effort = done) => {
        this.#estimate.done(effort, Date.now())
        bar.update(done, { to_go: this.#toGo() })
      })
    } finally {
      clearInterval(timer)
      bar.stop()
      this.#estimate.end()
    }
  }

  #toGo(): string {
    const span = this.#estimate.span(Date.now())
    const said = span && sayable(span)?.map((milliseconds) => durationText(rounded(milliseconds)))
    return said === undefined ? '' : `, ${said.join(' to ')} to go in all`
  }
}

/** `1h05m`, `2m10s`, `8s`. */
export function durationText(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1_000))
  const two = (number: number): string => String(number).padStart(2, '0')
  if (seconds < 60) return `${seconds}s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? `${minutes}m${two(seconds % 60)}s` : `${Math.floor(minutes / 60)}h${two(minutes % 60)}m`
}

/** Says every few seconds that something is still being done whose length nobody knows. */
export async function aloud<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const since = Date.now()
  const say = (): void => console.log(`${what}: ${durationText(Date.now() - since)}`)
  const timer = setInterval(say, SAID_EVERY_MS * 2)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
