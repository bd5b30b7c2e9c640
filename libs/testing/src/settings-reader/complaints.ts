import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** What a program calls to read its settings, and all that its environment tells it. */
export type Reading = { app: string; reader: string; env: Record<string, string> }

/**
 * What the programs' own readers of their settings complain of, each told this and nothing else; '' where of nothing.
 * One process reads them all: starting it takes longer than reading.
 */
export function complaintsOf(readings: readonly Reading[]): string[] {
  const program = join(import.meta.dirname, 'program.ts')
  const answer = execFileSync(process.execPath, [program], { input: JSON.stringify(readings), encoding: 'utf8' })
  return JSON.parse(answer) as string[]
}
