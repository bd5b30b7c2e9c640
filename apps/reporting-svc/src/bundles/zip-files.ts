/** Writes files into one zip, one after the other, as fast as the sink takes them. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

export type BundledFile = {
  path: string
  content: AsyncIterable<Buffer | string> | Iterable<Buffer | string>
  /** What of the history it tells, of a file that has a thing on each line. */
  aggregateType?: string
  /** The file with the JSON Schema of its lines. */
  schema?: string
}

export type WrittenFile = Omit<BundledFile, 'content'> & { lines: number; bytes: number; sha256: string }

/** Texts are put together until they are worth a piece. */
const PIECE_CHARACTERS = 64 * 1024

async function* inPieces(content: BundledFile['content']): AsyncGenerator<Buffer> {
  let texts: string[] = []
  let size = 0
  const taken = (): Buffer => {
    const piece = Buffer.from(texts.join(''))
    texts = []
    size = 0
    return piece
  }
  for await (const part of content) {
    if (typeof part === 'string') {
      texts.push(part)
      size += part.length
      if (size >= PIECE_CHARACTERS) yield taken()
      continue
    }
    if (size > 0) yield taken()
    yield part
  }
  if (size > 0) yield taken()
}

const LINE_FEED = 10

function linesIn(piece: Buffer): number {
  let lines = 0
  for (let at = piece.indexOf(LINE_FEED); at >= 0; at = piece.indexOf(LINE_FEED, at + 1)) lines += 1
  return lines
}

/**
 * @param files what was written before each of them is told, so that one may list the others
 * @throws what the content throws, and where the sink is closed before the end
 */
export async function zipFiles(
  sink: Writable,
  files: (written: readonly WrittenFile[]) => AsyncIterable<BundledFile>,
  createdAt: Date,
): Promise<void> {
  const zip = new ZipFile()
  const written: WrittenFile[] = []
  const stopped = new AbortController()
  zip.on('error', (error: Error) => stopped.abort(error))
  const sent = pipeline(zip.outputStream as Readable, sink)
  sent.catch((error: unknown) => stopped.abort(error))
  try {
    for await (const { content, ...file } of files(written)) {
      const hash = createHash('sha256')
      let [lines, bytes] = [0, 0]
      async function* counted(): AsyncGenerator<Buffer> {
        for await (const piece of inPieces(content)) {
          hash.update(piece)
          lines += linesIn(piece)
          bytes += piece.length
          yield piece
        }
      }
      const stream = Readable.from(counted(), { objectMode: false })
      zip.addReadStream(stream, file.path, { mtime: createdAt, compress: true })
      await once(stream, 'end', { signal: stopped.signal }).catch((error: unknown) => {
        stream.destroy()
        throw error
      })
      written.push({ ...file, lines, bytes, sha256: hash.digest('hex') })
    }
    zip.end()
  } catch (error) {
    const cause: unknown = stopped.signal.aborted ? stopped.signal.reason : error
    ;(zip.outputStream as Readable).destroy(cause instanceof Error ? cause : new Error(String(cause)))
    await sent.catch(() => undefined)
    throw cause
  }
  await sent
}
