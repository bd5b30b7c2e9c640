import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** The function by which a program reads its settings, and its whole environment. */
export type Reading = { app: string; reader: string; env: Record<string, string> }

/**
 * The errors of the programs' own readers of settings, each with this environment and nothing else; '' for none. One
 * process reads them all: starting it takes longer than reading.
 */
export function complaintsOf(readings: readonly Reading[]): string[] {
  const program = join(import.meta.dirname, 'program.ts')
  const answer = execFileSync(process.execPath, [program], { input: JSON.stringify(readings), encoding: 'utf8' })
  return JSON.parse(answer) as string[]
}
