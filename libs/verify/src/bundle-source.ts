/** A bundle as a source: what an installation told of itself when it was made. */
import type { BundleReader } from './bundle-reader.ts'
import { isRecord, type State } from './leaf.ts'
import { CouldNotLook, LOGS, type LogName, type ReportRow, type Source, type ToldLeaf } from './source.ts'

export type Line = { line: number; value: unknown }

export const leavesFile = (log: LogName): string => `logs/${log.toLowerCase()}/leaves.jsonl`
export const sealsFile = (log: LogName): string => `logs/${log.toLowerCase()}/seals.jsonl`

export class BundleSource implements Source {
  readonly isMade = true
  readonly #bundle: BundleReader
  /** Files that could not be read to their end, with why. */
  readonly damaged = new Map<string, string>()

  constructor(bundle: BundleReader) {
    this.#bundle = bundle
  }

  /** The lines of a file, without their ends; what is not there has none. A file that breaks off ends there, and is damaged. */
  async *texts(file: string): AsyncGenerator<{ line: number; text: string }> {
    if (!this.#bundle.names.has(file)) return
    let line = 0
    let left = ''
    try {
      // Lines end with a line feed and nothing else: in JSON, other line breaks may be within a text.
      for await (const chunk of (await this.#bundle.open(file)).setEncoding('utf8') as AsyncIterable<string>) {
        const texts = (left + chunk).split('\n')
        left = texts.pop() ?? ''
        for (const text of texts) yield { line: (line += 1), text }
      }
      if (left !== '') yield { line: line + 1, text: left }
    } catch (error) {
      if (error instanceof CouldNotLook) throw error
      this.damaged.set(file, error instanceof Error ? error.message : String(error))
    }
  }

  /** Of a file with JSON on each line; undefined for a line that has none. */
  async *lines(file: string): AsyncGenerator<Line> {
    for await (const { line, text } of this.texts(file)) yield { line, value: parsed(text) }
  }

  async json(file: string): Promise<unknown> {
    const texts: string[] = []
    for await (const { text } of this.texts(file)) texts.push(text)
    return parsed(texts.join('\n'))
  }

  async keys(): Promise<string[]> {
    const found = await this.json('keys.json')
    return listIn(found, 'keys')
      .filter(({ algorithm }) => algorithm === 'Ed25519')
      .map((key) => String(key.public_key))
  }

  /** The last one of each log. */
  async latest(): Promise<State[]> {
    const latest: State[] = []
    for (const log of LOGS) {
      let last: State | undefined
      for await (const seal of this.allSeals(log)) last = seal
      if (last) latest.push({ ...last, log })
    }
    return latest
  }

  /** As they are told, each with its place. */
  async *allSeals(log: LogName): AsyncGenerator<State> {
    const file = sealsFile(log)
    for await (const { line, value } of this.lines(file)) yield { ...(isRecord(value) ? value : {}), file, line }
  }

  async *leaves(log: LogName): AsyncGenerator<ToldLeaf> {
    const file = leavesFile(log)
    for await (const { line, value } of this.lines(file)) yield { ...leafIn(value, line), file, line }
  }

  async report(name: string, parameters: Record<string, string>): Promise<ReportRow[] | undefined> {
    const basis = parameters.reporting_basis
    const file = `reports/${name.replace('unified/', '')}${basis === undefined ? '' : `-${basis.toLowerCase()}`}.json`
    const found = await this.json(file)
    return isRecord(found) && isRecord(found.data) ? rowsIn(found.data.rows) : undefined
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const listIn = (value: unknown, name: string): State[] =>
  isRecord(value) && Array.isArray(value[name]) ? value[name].filter(isRecord) : []

/** What is no leaf has nothing of one, at the place of its line. */
function leafIn(value: unknown, line: number): ToldLeaf {
  if (!isRecord(value)) return { position: line, hash: null, leaf: undefined, disclosed: [] }
  return {
    position: Number.isSafeInteger(value.position) ? (value.position as number) : line,
    hash: typeof value.hash === 'string' ? value.hash : null,
    leaf: value.leaf,
    disclosed: listIn(value, 'disclosed').map(({ pointer, salt, value: told }) => ({
      pointer: String(pointer),
      salt: String(salt),
      value: String(told),
    })),
  }
}

const rowsIn = (rows: unknown): ReportRow[] =>
  (Array.isArray(rows) ? rows.filter(isRecord) : []).map((row) => ({
    row_key: String(row.row_key),
    display_name: String(row.display_name),
    cells: (isRecord(row.cells) ? row.cells : {}) as ReportRow['cells'],
    rows: rowsIn(row.rows),
  }))
