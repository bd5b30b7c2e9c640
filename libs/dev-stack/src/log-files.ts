import { existsSync, readFileSync } from 'node:fs'

/** The last lines of a log, to show with a failure. */
export function tailOf(file: string, lines = 15): string {
  if (!existsSync(file)) return '(no log yet)'
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-lines).join('\n')
}
