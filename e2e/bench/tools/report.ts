/** What a run prints and keeps. */
import Table from 'cli-table3'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import type { Stack } from '@pacioli/dev-stack'
import { isMet, type Figure, type Target } from '../bench.ts'
import { asSuperuser } from './database.ts'

const RESULTS = join(import.meta.dirname, '..', '..', '..', 'bench-results')

/** What the figures were measured on. */
export type Versions = { node: string; postgres: string; nats: string; cores: number; processor: string }

export async function versionsOf(stack: Stack): Promise<Versions> {
  const superuser = asSuperuser(stack)
  const { rows } = await superuser.query<{ server_version: string }>('SHOW server_version')
  await superuser.end()
  const [first, ...others] = cpus()
  return {
    node: process.versions.node,
    postgres: rows[0]?.server_version ?? 'unknown',
    nats: await natsVersion(stack.natsUrl),
    cores: others.length + 1,
    processor: first?.model.trim() ?? 'unknown',
  }
}

/** The broker sends its version to every connection. */
async function natsVersion(url: string): Promise<string> {
  const { connect } = await import('node:net')
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    socket.once('data', (greeting) => {
      socket.destroy()
      resolve(/"version":"([^"]+)"/.exec(greeting.toString())?.[1] ?? 'unknown')
    })
    socket.once('error', () => resolve('unknown'))
  })
}

function tableOf(figures: readonly Figure[]): string {
  const table = new Table({
    head: ['What', 'Measured (medians)', 'Figure', 'Target', ''],
    colAligns: ['left', 'left', 'right', 'right', 'left'],
    style: { head: [], border: [] },
  })
  for (const figure of figures) {
    const { what, sides, value, unit, target } = figure
    const unitText = unit === undefined ? '' : ` ${unit}`
    const judged =
      target === undefined ? ['', ''] : [`${goalOf(target)}${unitText}`, isMet(value, target) ? 'met' : 'MISSED']
    table.push([what, sides, `${value.toFixed(2)}${unitText}`, ...judged])
  }
  return table.toString()
}

const goalOf = (target: Target): string => ('atLeast' in target ? `>= ${target.atLeast}` : `<= ${target.atMost}`)

/** One line of a figure. */
export function lineOf({ what, sides, value, unit, target }: Figure): string {
  const judged = target === undefined ? '' : ` (${goalOf(target)}, ${isMet(value, target) ? 'met' : 'MISSED'})`
  return `${what}: ${sides}: ${value.toFixed(2)}${unit === undefined ? '' : ` ${unit}`}${judged}`
}

/** What was asked for, and by what. */
export type Run = { bench: string; versions: Versions; asked: Record<string, unknown> }

/**
 * The figures of a run, each kept with all of its samples in a file as soon as it is there: a run that is cut off loses
 * only what it had yet to measure.
 */
export class Report {
  readonly file: string
  readonly #run: Run
  readonly #at = new Date()
  readonly #began = performance.now()
  readonly #figures = new Map<string, Figure>()
  readonly #seconds = new Map<string, number>()

  /** @param directory where it is kept */
  constructor(run: Run, directory = RESULTS) {
    mkdirSync(directory, { recursive: true })
    this.#run = run
    this.file = join(directory, `${run.bench}-${this.#at.toISOString().replaceAll(':', '')}.json`)
  }

  /** Figures, in place of those under the same words. */
  add(figures: readonly Figure[]): void {
    for (const figure of figures) this.#figures.set(figure.what, figure)
    this.#keep(false)
  }

  /** How long a part took. */
  took(part: string, seconds: number): void {
    this.#seconds.set(part, Math.round(seconds))
  }

  /**
   * @param isWhole whether all was measured that was asked for
   * @returns the table of all figures, and how long each part took
   */
  end(isWhole: boolean): string {
    this.#keep(isWhole)
    const parts = [...this.#seconds].map(([part, seconds]) => `${part} ${seconds}`)
    return [tableOf([...this.#figures.values()]), ...(parts.length > 0 ? [`Seconds: ${parts.join(', ')}`] : [])].join(
      '\n',
    )
  }

  #keep(isWhole: boolean): void {
    const kept = {
      ...this.#run,
      at: this.#at,
      isWhole,
      seconds: Math.round((performance.now() - this.#began) / 1_000),
      secondsOfParts: Object.fromEntries(this.#seconds),
      figures: [...this.#figures.values()],
    }
    writeFileSync(this.file, `${JSON.stringify(kept, undefined, 2)}\n`)
  }
}
