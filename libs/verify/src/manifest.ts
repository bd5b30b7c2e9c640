/** The manifest of a bundle, and whether its files are those that it names. */
import { createHash } from 'node:crypto'
import type { BundleReader } from './bundle-reader.ts'
import type { Finding } from './finding.ts'
import { isRecord, type State } from './leaf.ts'
import { CouldNotLook, LOGS, type LogName } from './source.ts'

export const MANIFEST = 'manifest.json'

export type ListedFile = {
  path: string
  lines: number
  bytes: number
  sha256: string
  aggregateType: string | undefined
}

export type Manifest = {
  businessId: string
  timeZone: string
  /** ISO 4217. */
  currency: string
  decimals: number
  positions: Record<LogName, number>
  files: ListedFile[]
}

/** All files but those of the states of things, which have a type. */
const KNOWN = new RegExp(
  [
    '^(?:README\\.md|keys\\.json)$',
    '^logs/(?:ledger|banking|billing)/(?:leaves|seals)\\.jsonl$',
    '^reports/(?:(?:trial-balance|balance-sheet|profit-and-loss)-(?:accrual|cash)|ap-aging|ar-aging)\\.json$',
    '^schemas/[a-z_-]+\\.json$',
    '^rows/(?:ledger|banking|billing|reporting)/[a-z_]+\\.jsonl$',
    '^hledger/(?:accrual|cash)\\.journal$',
    '^beancount/(?:accrual|cash)\\.beancount$',
  ].join('|'),
)

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

/** @throws CouldNotLook */
export function manifestFrom(value: unknown): Manifest {
  if (!isRecord(value) || value.format !== 'pacioli-books')
    throw new CouldNotLook(`${MANIFEST}: it is missing or no manifest of a bundle, so nothing is verified.`)
  if (value.format_version !== 1)
    throw new CouldNotLook(`${MANIFEST}: expected version 1 of the format, got ${String(value.format_version)}.`)
  const positions = isRecord(value.positions) ? value.positions : {}
  const files = Array.isArray(value.files) ? value.files.filter(isRecord) : []
  if (!LOGS.every((log) => isCount(positions[log.toLowerCase()])) || !isCount(value.decimals) || value.decimals > 8)
    throw new CouldNotLook(`${MANIFEST}: expected the positions of all logs and the decimals of the currency.`)
  if (typeof value.currency !== 'string' || !/^[A-Z]{3}$/.test(value.currency))
    throw new CouldNotLook(`${MANIFEST}: expected a currency of three letters, got ${String(value.currency)}.`)
  return {
    businessId: String(value.business_id),
    timeZone: String(value.time_zone),
    currency: value.currency,
    decimals: value.decimals,
    positions: Object.fromEntries(LOGS.map((log) => [log, positions[log.toLowerCase()]])) as Manifest['positions'],
    files: files.map(listedFile),
  }
}

const listedFile = ({ path, lines, bytes, sha256, aggregate_type: type }: State): ListedFile => ({
  path: String(path),
  lines: Number(lines),
  bytes: Number(bytes),
  sha256: String(sha256),
  aggregateType: typeof type === 'string' ? type : undefined,
})

/** What is not as the manifest lists it. */
export async function* compareFiles(bundle: BundleReader, { files }: Manifest): AsyncGenerator<Finding> {
  for (const name of bundle.twice) yield { file: name, problem: 'the bundle has more than one file of this name' }
  const listed = new Set([MANIFEST, ...files.map(({ path }) => path)])
  for (const name of bundle.names) if (!listed.has(name)) yield { file: name, problem: 'the manifest does not list it' }
  for (const { path, aggregateType } of files)
    if (aggregateType === undefined && !KNOWN.test(path)) yield { file: path, problem: 'no bundle has such a file' }
  for (const { path, lines, bytes, sha256 } of files) {
    if (!bundle.names.has(path)) {
      yield { file: path, problem: 'it is missing' }
      continue
    }
    const found = await digestOf(bundle, path)
    if (found.error !== undefined)
      yield { file: path, line: found.lines + 1, problem: `it cannot be read from here on: ${found.error}` }
    else if (found.sha256 !== sha256)
      yield {
        file: path,
        problem: `it is not the file that the manifest lists: ${differenceOf(found, { lines, bytes, sha256 })}`,
      }
  }
}

type Digest = Pick<ListedFile, 'lines' | 'bytes' | 'sha256'> & { error?: string }

const differenceOf = (found: Digest, listed: Digest): string =>
  found.lines !== listed.lines
    ? `expected ${listed.lines} lines, got ${found.lines}`
    : found.bytes !== listed.bytes
      ? `expected ${listed.bytes} bytes, got ${found.bytes}`
      : `expected the SHA-256 ${listed.sha256}, got ${found.sha256}`

async function digestOf(bundle: BundleReader, path: string): Promise<Digest> {
  const hash = createHash('sha256')
  let [lines, bytes] = [0, 0]
  try {
    for await (const chunk of (await bundle.open(path)) as AsyncIterable<Buffer>) {
      hash.update(chunk)
      bytes += chunk.length
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1
    }
    return { lines, bytes, sha256: hash.digest('hex') }
  } catch (error) {
    return { lines, bytes, sha256: '', error: error instanceof Error ? error.message : String(error) }
  }
}
