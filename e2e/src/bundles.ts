/** The books of a business as a bundle, fetched and unpacked. */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import type { Answers } from './answers.ts'
import type { Books } from './books.ts'

export type BundleDocument = Answers['exportBooks']['data']

export async function exportedBooks({ api }: Pick<Books, 'api'>): Promise<{ document: BundleDocument; zip: Buffer }> {
  const { data: document } = (await api.call('exportBooks')).body
  const file = await fetch(document.presignedUrl)
  if (!file.ok) throw new Error(`The link to the books answered ${file.status}.`)
  return { document, zip: Buffer.from(await file.arrayBuffer()) }
}

/** The files of a zip, by their paths. */
export async function filesIn(zip: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  const opened = await fromBufferPromise(zip, { lazyEntries: true })
  for await (const entry of opened.eachEntry())
    files.set(entry.fileName, await buffer(await opened.openReadStreamPromise(entry)))
  return files
}

/** A byte in the middle of each file in a zip, as it is packed. */
export async function middles(zip: Buffer): Promise<[name: string, at: number][]> {
  const places: [string, number][] = []
  const opened = await fromBufferPromise(zip, { lazyEntries: true })
  for await (const entry of opened.eachEntry()) {
    const { fileDataStart } = await opened.readLocalFileHeaderPromise(entry, { minimal: true })
    places.push([entry.fileName, fileDataStart + Math.floor(entry.compressedSize / 2)])
  }
  return places
}

export function unpacked(files: ReadonlyMap<string, Buffer>, folder: string): void {
  for (const [path, content] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
}

/** Makes the manifest fit a file again, as whoever alters it would. */
export function relist(folder: string, path: string): void {
  const manifest = join(folder, 'manifest.json')
  const content = readFileSync(join(folder, path))
  const listed = JSON.parse(readFileSync(manifest, 'utf8')) as { files: { path: string }[] }
  for (const file of listed.files)
    if (file.path === path)
      Object.assign(file, {
        lines: content.filter((byte) => byte === 10).length,
        bytes: content.length,
        sha256: createHash('sha256').update(content).digest('hex'),
      })
  writeFileSync(manifest, JSON.stringify(listed))
}

/** Without when it was made. */
const timeless = (report: Buffer | undefined): unknown => {
  const { data, ...rest } = JSON.parse(String(report)) as { data: { generated_at: string } }
  const { generated_at: _at, ...told } = data
  return { ...rest, data: told }
}

/** The files of books that were taken in elsewhere are those that came, but for what names the installation, and for times. */
export function expectSameBooks(again: ReadonlyMap<string, Buffer>, files: ReadonlyMap<string, Buffer>): void {
  expect([...again.keys()]).toEqual([...files.keys()])
  const differing = [...files.keys()].filter((name) => !again.get(name)?.equals(files.get(name) ?? Buffer.of()))
  const reports = differing.filter((name) => name.startsWith('reports/'))
  expect(differing.filter((name) => !reports.includes(name))).toEqual(['README.md', 'keys.json', 'manifest.json'])
  for (const name of reports) expect(timeless(again.get(name))).toEqual(timeless(files.get(name)))
  const keysIn = (of: ReadonlyMap<string, Buffer>) =>
    (JSON.parse(String(of.get('keys.json'))) as { keys: object[] }).keys
  const keys = keysIn(files)
  expect(keysIn(again)).toEqual(expect.arrayContaining(keys))
  expect(keysIn(again)).toHaveLength(keys.length + 1)
}
