/** Writes workbooks row by row, as fast as the sink takes them, in constant memory. */
import { refused } from '@pacioli/errors'
import ExcelJS from 'exceljs'
import type { Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { cellText, sheetName, type SheetCell } from './cells.ts'

/** Spreadsheets have no more. */
export const MAX_ROWS = 1_048_576

/**
 * Links of a sheet, and characters of them: spreadsheets follow no more than so many, and all of them wait in memory for the end
 * of the sheet. What comes after them in a sheet has none.
 */
export const MAX_LINKS = 65_530
const MAX_LINK_CHARACTERS = 16 * 1024 * 1024

/** Rows written before it waits for the sink. */
const ROWS_AT_ONCE = 200

/** In points. */
const LINE_HEIGHT = 15

/**
 * Internals of the writer that we need: it does not report backpressure, keeps every formula in memory, and gives no link to a cell
 * that has a number.
 */
type Entry = NodeJS.WritableStream & { _writableState: { needDrain: boolean; ended: boolean } }
type Internals = {
  stream: { pipes: Entry[] }
  _formulae: object
  _sheetRelsWriter: { addHyperlink(link: { address: string; target: string }): void }
}

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
    const internals = writer as unknown as Internals
    return new Sheet(writer, {
      maxRows: this.#maxRows,
      link: (address, target) => internals._sheetRelsWriter.addHyperlink({ address, target }),
      waitForSink: () => this.#waitForSink(internals),
      linksWritten: () => this.#linksWritten(writer.id),
    })
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

  /** The links of a sheet come after it in the file, and wait in memory: the next sheet would wait behind them. */
  async #linksWritten(sheet: number): Promise<void> {
    const { zip } = this.#writer as unknown as { zip: NodeJS.EventEmitter }
    let heard = (_part: { name: string }): void => undefined
    const written = new Promise<void>((resolve) => {
      heard = ({ name }) => {
        if (name.endsWith(`/_rels/sheet${sheet}.xml.rels`)) resolve()
      }
      zip.on('entry', heard)
    })
    await Promise.race([written, this.#cutOff]).finally(() => zip.off('entry', heard))
  }

  async #drained(full: NodeJS.WritableStream): Promise<void> {
    let drained = (): void => undefined
    const draining = new Promise<void>((resolve) => full.once('drain', (drained = resolve)))
    await Promise.race([draining, this.#cutOff]).finally(() => full.off('drain', drained))
  }
}

type SheetOptions = {
  maxRows: number
  link: (address: string, target: string) => void
  waitForSink: () => Promise<void>
  linksWritten: () => Promise<void>
}

export class Sheet {
  /** The number of the last row. */
  rows = 0
  readonly #writer: ExcelJS.Worksheet
  readonly #options: SheetOptions
  #links = 0
  #linkCharacters = 0

  constructor(writer: ExcelJS.Worksheet, options: SheetOptions) {
    this.#writer = writer
    this.#options = options
  }

  /**
   * Writes a row; undefined for an empty cell. Await it before the next one.
   * @param lines of text that the row shows: not every program grows rows for texts that wrap
   * @throws PayloadTooLarge for more rows than a sheet can have
   */
  row(cells: readonly (SheetCell | undefined)[], lines = 1): Promise<void> | undefined {
    const { maxRows } = this.#options
    if (this.rows === maxRows)
      throw refused(
        'PayloadTooLarge',
        `The report has more rows than the ${maxRows} that a sheet can hold. Ask for a shorter period, or for less of it.`,
      )
    this.rows += 1
    const row = this.#writer.getRow(this.rows)
    cells.forEach((cell, index) => {
      if (!cell) return
      const written = row.getCell(index + 1)
      written.style = cell.style
      written.value = typeof cell.value === 'string' ? cellText(cell.value) : cell.value
      if (cell.link !== undefined) this.#link(written.address, cell.link)
    })
    if (lines > 1) row.height = lines * LINE_HEIGHT
    // Without the commit an empty row would not be written, and the next one would get its number.
    row.commit()
    return this.rows % ROWS_AT_ONCE === 0 ? this.#options.waitForSink() : undefined
  }

  async close(): Promise<void> {
    const linksWritten = this.#links === 0 ? undefined : this.#options.linksWritten()
    this.#writer.commit()
    await Promise.all([this.#options.waitForSink(), linksWritten])
  }

  #link(address: string, target: string): void {
    if (this.#links === MAX_LINKS || this.#linkCharacters + target.length > MAX_LINK_CHARACTERS) return
    this.#links += 1
    this.#linkCharacters += target.length
    this.#options.link(address, target)
  }
}
