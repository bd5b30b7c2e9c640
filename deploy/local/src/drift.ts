import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The files below a directory with their content. */
export type Snapshot = Map<string, string>

export function snapshotOf(directory: string): Snapshot {
  if (!existsSync(directory)) return new Map()
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(
    files.map((file) => {
      const path = join(file.parentPath, file.name)
      return [path, readFileSync(path, 'utf8')]
    }),
  )
}

/** The files that appeared, vanished or changed between the two, sorted. */
export function differences(before: Snapshot, after: Snapshot): string[] {
  const all = new Set([...before.keys(), ...after.keys()])
  return [...all].filter((path) => before.get(path) !== after.get(path)).sort()
}
