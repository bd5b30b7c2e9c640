/** The files of a bundle, a zip or a folder with what was in one. */
import { createReadStream, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { openPromise, type Entry, type ZipFile } from 'yauzl'
import { CouldNotLook } from './source.ts'

export interface BundleReader {
  readonly names: ReadonlySet<string>
  /** Names that are there more than once: which of them is meant nobody knows. */
  readonly twice: readonly string[]
  open(name: string): Promise<Readable>
  close(): void
}

/** @throws CouldNotLook */
export async function openBundle(path: string): Promise<BundleReader> {
  try {
    return statSync(path).isDirectory() ? new Folder(path) : await Zip.open(path)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new CouldNotLook(`${path}: it cannot be read as a bundle: ${why}`)
  }
}

class Folder implements BundleReader {
  readonly names: ReadonlySet<string>
  readonly twice = []
  readonly #path: string

  constructor(path: string) {
    this.#path = path
    this.names = new Set(
      readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name).slice(join(path, '/').length).replaceAll('\\', '/')),
    )
  }

  open(name: string): Promise<Readable> {
    return Promise.resolve(createReadStream(join(this.#path, name)))
  }

  close(): void {
    // Each file is closed when it has been read.
  }
}

class Zip implements BundleReader {
  readonly names: ReadonlySet<string>
  readonly twice: readonly string[]
  readonly #zip: ZipFile
  readonly #entries: ReadonlyMap<string, Entry>

  private constructor(zip: ZipFile, entries: readonly Entry[]) {
    this.#zip = zip
    this.#entries = new Map(entries.map((entry) => [entry.fileName, entry]))
    this.names = new Set(this.#entries.keys())
    this.twice = entries.map(({ fileName }) => fileName).filter((name, index, all) => all.indexOf(name) !== index)
  }

  static async open(path: string): Promise<Zip> {
    const zip = await openPromise(path, { autoClose: false, lazyEntries: true })
    const entries: Entry[] = []
    for await (const entry of zip.eachEntry()) if (!entry.fileName.endsWith('/')) entries.push(entry)
    return new Zip(zip, entries)
  }

  async open(name: string): Promise<Readable> {
    const entry = this.#entries.get(name)
    if (!entry) throw new CouldNotLook(`${name}: it is not in the bundle.`)
    return this.#zip.openReadStreamPromise(entry)
  }

  close(): void {
    this.#zip.close()
  }
}
