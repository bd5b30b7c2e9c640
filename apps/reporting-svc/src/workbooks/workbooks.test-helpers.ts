/** Reads a workbook without the library that wrote it: unzips it, parses its XML, and evaluates its formulas. */
import JSZip from 'jszip'
import { PassThrough, type Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { SaxesParser } from 'saxes'

/** Links of tests lead to the path alone. */
export const linkTo = (path: string | undefined): string | undefined => path && `https://books.test${path}`

/** Collects what is written to a sink. */
export async function written(write: (sink: Writable) => Promise<void>): Promise<Buffer> {
  const sink = new PassThrough()
  const [bytes] = await Promise.all([buffer(sink), write(sink)])
  return bytes
}

export type ReadCell = { address: string; type: string | undefined; style: number; value: string; formula: string }
export type ReadSheet = {
  name: string
  xml: string
  cells: Map<string, ReadCell>
  /** The address that each cell leads to, by its own. */
  links: Map<string, string>
  /** Frozen columns and rows. */
  frozen: { xSplit: string; ySplit: string; state: string } | undefined
}

type Node = { name: string; attributes: Record<string, string> }

/** @throws Error for XML that is not well-formed */
function parse(
  xml: string,
  on: { open?: (node: Node) => void; text?: (text: string) => void; close?: (name: string) => void },
) {
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', (tag) => on.open?.(tag as Node))
  parser.on('text', (text) => on.text?.(text))
  parser.on('closetag', (tag) => on.close?.(tag.name))
  parser.write(xml).close()
}

/** The addresses that cells of a sheet lead to, from its part of the file and that of its links. */
function readLinks(xml: string, relations: string | undefined): Map<string, string> {
  const [links, targets] = [new Map<string, string>(), new Map<string, string>()]
  parse(relations ?? '<none/>', {
    open: ({ name, attributes: { Id = '', Target = '', TargetMode } }) => {
      if (name === 'Relationship' && TargetMode === 'External') targets.set(Id, Target)
    },
  })
  parse(xml, {
    open: ({ name, attributes }) => {
      if (name === 'hyperlink') links.set(attributes.ref ?? '', targets.get(attributes['r:id'] ?? '') ?? '')
    },
  })
  return links
}

function readCells(xml: string): Pick<ReadSheet, 'cells' | 'frozen'> {
  const cells = new Map<string, ReadCell>()
  let frozen: ReadSheet['frozen']
  let cell: ReadCell | undefined
  let into: 'value' | 'formula' | undefined
  parse(xml, {
    open: ({ name, attributes: { r = '', t, s = '0', ...more } }) => {
      if (name === 'c') cells.set(r, (cell = { address: r, type: t, style: Number(s), value: '', formula: '' }))
      if (name === 'pane') frozen = more as ReadSheet['frozen']
      into = name === 'v' ? 'value' : name === 'f' ? 'formula' : undefined
    },
    text: (text) => {
      if (cell && into) cell[into] += text
    },
    close: () => (into = undefined),
  })
  return { cells, frozen }
}

/** The sheets of a workbook, and the number formats of its styles. Every part of the file is parsed. */
export async function readWorkbook(bytes: Buffer): Promise<{ sheets: ReadSheet[]; formats: string[] }> {
  const zip = await JSZip.loadAsync(bytes, { checkCRC32: true })
  const parts = new Map<string, string>()
  for (const [path, file] of Object.entries(zip.files)) {
    const xml = await file.async('string')
    parse(xml, {})
    parts.set(path.replace(/^\//, ''), xml)
  }
  const names: string[] = []
  parse(parts.get('xl/workbook.xml') ?? '', {
    open: ({ name, attributes }) => void (name === 'sheet' && names.push(attributes.name ?? '')),
  })
  const sheets = names.map((name, index) => {
    const xml = parts.get(`xl/worksheets/sheet${index + 1}.xml`) ?? ''
    const links = readLinks(xml, parts.get(`xl/worksheets/_rels/sheet${index + 1}.xml.rels`))
    return { name, xml, links, ...readCells(xml) }
  })
  return { sheets, formats: readFormats(parts.get('xl/styles.xml') ?? '') }
}

/** Formats that every spreadsheet knows by their number. */
const BUILT_IN = { '0': 'General', '1': '0', '3': '#,##0', '4': '#,##0.00' }

/** The number format of each style, by its number. */
function readFormats(xml: string): string[] {
  const codes = new Map<string, string>(Object.entries(BUILT_IN))
  const formats: string[] = []
  let inStyles = false
  parse(xml, {
    open: ({ name, attributes }) => {
      if (name === 'numFmt') codes.set(attributes.numFmtId ?? '', attributes.formatCode ?? '')
      if (name === 'cellXfs') inStyles = true
      if (name === 'xf' && inStyles) formats.push(codes.get(attributes.numFmtId ?? '') ?? `#${attributes.numFmtId}`)
    },
    close: (name) => {
      if (name === 'cellXfs') inStyles = false
    },
  })
  return formats
}

const columnOf = (letters: string): number =>
  [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0)

/**
 * The result of a formula of sums, plus and minus, from plain cells only: cached results of other formulas are not trusted.
 * Independent of the code that writes formulas.
 */
export function evaluate(sheet: ReadSheet, formula: string): number {
  const byPlace = new Map(
    [...sheet.cells.values()].map((cell) => {
      const [, letters = '', row = ''] = /^([A-Z]+)(\d+)$/.exec(cell.address) ?? []
      return [`${columnOf(letters)},${row}`, cell] as const
    }),
  )
  const valueAt = (column: number, row: number): number => {
    const cell = byPlace.get(`${column},${row}`)
    if (!cell || (cell.formula === '' && cell.value === '')) return 0
    if (cell.formula !== '') return evaluate(sheet, cell.formula)
    if (cell.type === 'str') throw new Error(`${formula} adds the text of ${cell.address}`)
    return Number(cell.value)
  }
  const term = /\s*([+-]?)(?:SUM\(([A-Z]+)(\d+):([A-Z]+)(\d+)\)|([A-Z]+)(\d+))/y
  let sum = 0
  while (term.lastIndex < formula.length) {
    const match = term.exec(formula)
    if (!match) throw new Error(`${formula} is more than sums`)
    const [, sign, from = '', top, to = '', bottom, letters = '', row] = match
    const sign1 = sign === '-' ? -1 : 1
    if (row !== undefined) sum += sign1 * valueAt(columnOf(letters), Number(row))
    else
      for (let column = columnOf(from); column <= columnOf(to); column++)
        for (let at = Number(top); at <= Number(bottom); at++) sum += sign1 * valueAt(column, at)
  }
  return sum
}

/** Every formula of the workbook: its cell, its cached value, and its result. */
export const formulasOf = (sheets: readonly ReadSheet[], decimals: number) =>
  sheets.flatMap((sheet) =>
    [...sheet.cells.values()]
      .filter(({ formula }) => formula !== '')
      .map(({ address, formula, value }) => ({
        at: `${sheet.name}!${address}`,
        formula,
        cached: Number(value).toFixed(decimals),
        evaluated: evaluate(sheet, formula)
          .toFixed(decimals)
          .replace(/^-(0\.?0*)$/, '$1'),
      })),
  )
