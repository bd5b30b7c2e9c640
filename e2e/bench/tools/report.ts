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

export function tableOf(figures: readonly Figure[]): string {
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

/** Keeps every sample. @returns the file */
export function keep(bench: string, at: Date, versions: Versions, figures: readonly Figure[]): string {
  mkdirSync(RESULTS, { recursive: true })
  const file = join(RESULTS, `${bench}-${at.toISOString().replaceAll(':', '')}.json`)
  writeFileSync(file, `${JSON.stringify({ bench, at, versions, figures }, undefined, 2)}\n`)
  return file
}
