/** A zip of files as they come: bounded, whole, and never half without anybody knowing. */
import JSZip from 'jszip'
import { createHash } from 'node:crypto'
import { PassThrough, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { zipFiles, type BundledFile, type WrittenFile } from './zip-files.ts'

const AT = new Date('2026-01-31T12:00:00Z')

async function* of(...files: BundledFile[]): AsyncGenerator<BundledFile> {
  for (const file of files) yield await Promise.resolve(file)
}

test('a zip has all files, and each is told of to those after it', async () => {
  const sink = new PassThrough()
  let told: WrittenFile[] = []
  async function* files(written: readonly WrittenFile[]): AsyncGenerator<BundledFile> {
    yield* of({ path: 'a.txt', content: ['é\n', Buffer.from('b\nc')] }, { path: 'empty', content: [] })
    told = [...written]
    yield { path: 'list', content: [JSON.stringify(written)] }
  }
  const [zipped] = await Promise.all([buffer(sink), zipFiles(sink, files, AT)])
  const zip = await JSZip.loadAsync(zipped)
  expect(Object.keys(zip.files)).toEqual(['a.txt', 'empty', 'list'])
  expect(await zip.file('a.txt')?.async('string')).toBe('é\nb\nc')
  const sha256 = createHash('sha256').update('é\nb\nc').digest('hex')
  expect(told[0]).toEqual({ path: 'a.txt', lines: 2, bytes: 6, sha256 })
})

test('a sink that takes nothing holds up what is written', async () => {
  let produced = 0
  const noise = (): Buffer => createHash('sha512').update(String(produced)).digest()
  async function* content(): AsyncGenerator<Buffer> {
    for (; produced < 100_000; produced++) yield await Promise.resolve(Buffer.concat(Array.from({ length: 64 }, noise)))
  }
  const taken = Promise.withResolvers<() => void>()
  const sink = new Writable({ highWaterMark: 1, write: (_chunk, _encoding, done) => taken.resolve(done) })
  const zipping = zipFiles(sink, () => of({ path: 'noise', content: content() }), AT)
  await taken.promise
  sink.destroy(new Error('gone'))
  await expect(zipping).rejects.toThrow('gone')
  expect(produced).toBeLessThan(5_000)
})

test('what fails while a file is written fails the zip, and its sink with it', async () => {
  async function* content(): AsyncGenerator<string> {
    yield await Promise.resolve('begun')
    throw new Error('no more')
  }
  const sink = new PassThrough()
  sink.resume()
  await expect(zipFiles(sink, () => of({ path: 'a', content: content() }), AT)).rejects.toThrow('no more')
  expect(sink.destroyed).toBe(true)
})
