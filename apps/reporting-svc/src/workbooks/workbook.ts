/** Writes workbooks row by row, as fast as the sink takes them, in constant memory. */
import { refused } from '@pacioli/errors'
import ExcelJS from 'exceljs'
import type { Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { cellText, sheetName, type SheetCell } from './cells.ts'

/** Spreadsheets have no more. */
export const MAX_ROWS = 1_048_576

/** Rows written before it waits for the sink. */
const ROWS_AT_ONCE = 200

/** In points. */
const LINE_HEIGHT = 15

/** Internals of the writer that we need: it does not report backpressure, and keeps every formula in memory. */
type Entry = NodeJS.WritableStream & { _writableState: { needDrain: boolean; ended: boolean } }
type Internals = { stream: { pipes: Entry[] }; _formulae: object }

export class Workbook {
  readonly #writer: ExcelJS.stream.xlsx.WorkbookWriter
  readonly #sink: Writable
  readonly #maxRows: number
  readonly #names = new Set<string>()
  /** Rejects when the sink is closed before the workbook is complete. */
  readonly #cutOff: Promise<never>

  constructor(sink: Writable, createdAt: Date, maxRows = MAX_ROWS) {
    this.#sink = sink
    this.#maxRows = maxRows
    this.#cutOff = new Promise((_resolve, reject) => {
      const cutOff = (error?: Error): void => {
        if (!sink.writableFinished) reject(error ?? new Error('The file was closed before it was complete.'))
      }
      sink.once('error', cutOff).once('close', cutOff)
    })
    // Writers race it; without a writer at that moment the rejection would be unhandled.
    this.#cutOff.catch(() => undefined)
    const options = { stream: sink, useStyles: true, useSharedStrings: false, zip: { zlib: { level: 6 } } }
    this.#writer = new ExcelJS.stream.xlsx.WorkbookWriter(options)
    this.#writer.creator = 'Pacioli'
    this.#writer.lastModifiedBy = 'Pacioli'
    this.#writer.created = createdAt
    this.#writer.modified = createdAt
  }

  /** Begins a sheet; close the one before first. */
  sheet(name: string, layout: { widths: readonly number[]; frozenRows: number; frozenColumns?: number }): Sheet {
    const { widths, frozenRows: ySplit, frozenColumns: xSplit = 0 } = layout
    const writer = this.#writer.addWorksheet(this.#unusedName(sheetName(name)), {
      views: [{ state: 'frozen', xSplit, ySplit }],
      pageSetup: { orientation: 'landscape', fitToPage: true, fitToWidth: 1, fitToHeight: 0 },
    })
    writer.columns = widths.map((width) => ({ width }))
    return new Sheet(writer, this.#maxRows, () => this.#waitForSink(writer as unknown as Internals))
  }

  /** Ends the file and waits until the sink has all of it. */
  async close(): Promise<void> {
    await Promise.race([this.#writer.commit(), this.#cutOff])
  }

  #unusedName(name: string): string {
    for (let number = 1; ; number++) {
      const suffix = number === 1 ? '' : ` (${number})`
      const tried = `${name.slice(0, 31 - suffix.length)}${suffix}`
      if (this.#names.has(tried.toLowerCase())) continue
      this.#names.add(tried.toLowerCase())
      return tried
    }
  }

  /** Yields to the compressor and the sink, and waits while either is full. */
  async #waitForSink(sheet: Internals): Promise<void> {
    // Only rows that share a formula need it, and none of ours do.
    sheet._formulae = {}
    await Promise.race([setImmediate(), this.#cutOff])
    const [entry] = sheet.stream.pipes
    // A stream that has ended emits no more `drain`.
    while (entry?._writableState.needDrain && !entry._writableState.ended) await this.#drained(entry)
    while (this.#sink.writableNeedDrain) await this.#drained(this.#sink)
    if (this.#sink.destroyed) await this.#cutOff
  }

  async #drained(full: NodeJS.WritableStream): Promise<void> {
    let drained = (): void => undefined
    const draining = new Promise<void>((resolve) => full.once('drain', (drained = resolve)))
    await Promise.race([draining, this.#cutOff]).finally(() => full.off('drain', drained))
  }
}

export class Sheet {
  /** The number of the last row. */
  rows = 0
  readonly #writer: ExcelJS.Worksheet
  readonly #maxRows: number
  readonly #waitForSink: () => Promise<void>

  constructor(writer: ExcelJS.Worksheet, maxRows: number, waitForSink: () => Promise<void>) {
    this.#writer = writer
    this.#maxRows = maxRows
    this.#waitForSink = waitForSink
  }

  /**
   * Writes a row; undefined for an empty cell. Await it before the next one.
   * @param lines of text that the row shows: not every program grows rows for texts that wrap
   * @throws PayloadTooLarge for more rows than a sheet can have
   */
  row(cells: readonly (SheetCell | undefined)[], lines = 1): Promise<void> | undefined {
    if (this.rows === this.#maxRows)
      throw refused(
        'PayloadTooLarge',
        `The report has more rows than the ${this.#maxRows} that a sheet can hold. Ask for a shorter period, or for less of it.`,
      )
    this.rows += 1
    const row = this.#writer.getRow(this.rows)
    cells.forEach((cell, index) => {
      if (!cell) return
      const written = row.getCell(index + 1)
      written.style = cell.style
      written.value = typeof cell.value === 'string' ? cellText(cell.value) : cell.value
    })
    if (lines > 1) row.height = lines * LINE_HEIGHT
    // Without the commit an empty row would not be written, and the next one would get its number.
    row.commit()
    return this.rows % ROWS_AT_ONCE === 0 ? this.#waitForSink() : undefined
  }

  async close(): Promise<void> {
    this.#writer.commit()
    await this.#waitForSink()
  }
}
