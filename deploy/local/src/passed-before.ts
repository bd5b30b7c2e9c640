/** Remembers what passed a check on this machine and has not changed since: it is skipped. */
import { createHash } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A part of the repository that is checked as one; a change of what it needs counts as its own. */
export type Part = { name: string; folder: string; needs: readonly string[] }

/** The parts that passed, each with its digest. */
type Passed = Record<string, string>

/** Every file that git tracks, or would, with the digest of its content. */
export function filesOf(root: string): Map<string, string> {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
  })
  const files = [...new Set(listed.toString().split('\0').filter(Boolean))].filter((file) =>
    existsSync(join(root, file)),
  )
  return new Map(files.map((file) => [file, digest(readFileSync(join(root, file)))]))
}

const digest = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex')

/**
 * The digest of each part: of its files, those of the parts it needs, and the files in no part, by which all are
 * checked. Pure.
 */
export function digestsOf(parts: readonly Part[], files: ReadonlyMap<string, string>): Map<string, string> {
  const homeOf = (file: string): Part | undefined => parts.find(({ folder }) => file.startsWith(`${folder}/`))
  const byPart = Map.groupBy(files, ([file]) => homeOf(file)?.name)
  const own = (name: string | undefined): string => digest(JSON.stringify((byPart.get(name) ?? []).toSorted()))
  const common = own(undefined)
  const needed = (name: string, found = new Set<string>()): Set<string> => {
    if (found.has(name)) return found
    found.add(name)
    for (const other of parts.find((part) => part.name === name)?.needs ?? []) needed(other, found)
    return found
  }
  return new Map(
    parts.map(({ name }) => [name, digest([common, ...[...needed(name)].sort().map((one) => own(one))].join())]),
  )
}

export class PassedBefore {
  readonly #file: string

  /** @param file with the results; if it is missing, nothing has passed */
  constructor(file: string) {
    this.#file = file
  }

  /** The parts that changed since they last passed. */
  changed(digests: ReadonlyMap<string, string>): string[] {
    const passed = this.#read()
    return [...digests].filter(([name, now]) => passed[name] !== now).map(([name]) => name)
  }

  /** Records that all of them pass. */
  remember(digests: ReadonlyMap<string, string>): void {
    mkdirSync(dirname(this.#file), { recursive: true })
    writeFileSync(this.#file, JSON.stringify(Object.fromEntries(digests)))
  }

  #read(): Passed {
    try {
      return JSON.parse(readFileSync(this.#file, 'utf8')) as Passed
    } catch {
      return {}
    }
  }
}
