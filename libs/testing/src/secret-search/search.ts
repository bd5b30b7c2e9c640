/** Looks for secrets in bytes, files and directories, and keeps account of what was looked at. */
import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Needles, spellingsOf } from './needles.ts'
import type { KnownSecret } from './records.ts'

/** What was found, and where; the secret itself is not repeated. */
export type Found = { what: string; where: string }

const CHUNK_BYTES = 16 * 1024 * 1024

/** Enough to see what leaks: a secret on every line of a log is still one leak. */
const MAX_FOUND = 50

export class Search {
  readonly found: Found[] = []
  readonly searched = { secrets: 0, files: 0, bytes: 0 }
  readonly #needles: Needles
  /** What each needle is a spelling of. */
  readonly #names: string[]
  /** Each file is read into it: a database is thousands of small ones, and room for each would take far longer than they. */
  readonly #chunk = Buffer.alloc(CHUNK_BYTES)

  constructor(secrets: readonly KnownSecret[]) {
    const unique = [...new Map(secrets.map((secret) => [secret.value, secret])).values()]
    const spelled = unique.flatMap(({ value, what }) => spellingsOf(value).map((needle) => ({ needle, what })))
    this.#needles = new Needles(spelled.map(({ needle }) => needle))
    this.#names = spelled.map(({ what }) => what)
    this.searched.secrets = unique.length
  }

  /** @param where says where something at this offset is */
  bytes(bytes: Buffer, where: (at: number) => string): void {
    this.searched.bytes += bytes.length
    this.#needles.search(bytes, (index, at) => this.#note(this.#names[index] ?? '', where(at)))
  }

  /** Searches a file, or a directory with everything in it. A file that disappears meanwhile is skipped. */
  path(path: string, named: (file: string) => string = (file) => file): void {
    if (!existsSync(path)) return
    const status = statSync(path)
    if (status.isFile()) this.#file(path, named(path))
    if (!status.isDirectory()) return
    for (const name of readdirSync(path)) this.path(join(path, name), named)
  }

  #file(path: string, name: string): void {
    this.searched.files += 1
    const file = openSync(path, 'r')
    try {
      const chunk = this.#chunk
      // What begins at the end of one chunk goes on in the next.
      const overlap = this.#needles.longest - 1
      for (let kept = 0; ;) {
        const read = readSync(file, chunk, kept, chunk.length - kept, null)
        if (read === 0) return
        const bytes = chunk.subarray(0, kept + read)
        this.bytes(bytes, (at) => `${name}: ${startOfLine(bytes, at)}`)
        kept = Math.min(overlap, bytes.length)
        bytes.copy(chunk, 0, bytes.length - kept)
      }
    } finally {
      closeSync(file)
    }
  }

  #note(what: string, where: string): void {
    const isKnown = this.found.some((one) => one.what === what && one.where === where)
    if (!isKnown && this.found.length < MAX_FOUND) this.found.push({ what, where })
  }
}

const NEWLINE = 0x0a
const SHOWN = 60

/** How the line begins, as far as it is plain text and ends before what was found: it tells which line it is. */
function startOfLine(bytes: Buffer, at: number): string {
  const start = bytes.lastIndexOf(NEWLINE, at) + 1
  const [shown = ''] = /^[\x20-\x7e]*/.exec(bytes.toString('latin1', start, Math.min(start + SHOWN, at))) ?? []
  return `${shown}…`
}
