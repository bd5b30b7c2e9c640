/** A statement file of any format. Pure. */
import { hash } from 'node:crypto'
import { refused } from '@pacioli/errors'
import type { CsvMapping__Output } from '@pacioli/protos/banking'
import { readCamt } from './camt.ts'
import { columnNames, readCsv } from './csv.ts'
import { declaredEncoding, textIn, textOf } from './decode-text.ts'
import { readMt940 } from './mt940.ts'
import { readOfx } from './ofx.ts'
import { unreadable, type ParsedStatement } from './statement.ts'

export const FORMATS = ['OFX', 'QFX', 'CAMT053', 'MT940', 'CSV'] as const
export type Format = (typeof FORMATS)[number]

export type StatementFile = {
  content: Uint8Array
  fileName?: string | undefined
  format?: string | undefined
  csvMapping?: CsvMapping__Output | undefined
  /** The business's: amounts are in its minor units unless the file names another. */
  currency: string
}

export const MAX_BYTES = 10 * 1024 * 1024

/** What a file says, and the SHA-256 of its bytes; hex. */
export type ReadFile = { format: Format; sha256: string; statements: ParsedStatement[] }

/** @throws UnreadableStatement; InvalidPayload naming a field of the request; PayloadTooLarge */
export function readStatementFile(file: StatementFile): ReadFile {
  if (file.content.length > MAX_BYTES)
    throw refused('PayloadTooLarge', `Expected a file of at most ${MAX_BYTES} bytes, came ${file.content.length}.`, {
      field: 'content',
    })
  const text = textFrom(file)
  const format = formatOf(file, text)
  return { format, sha256: hash('sha256', file.content, 'hex'), statements: read(format, text, file) }
}

function textFrom({ content, csvMapping }: StatementFile): string {
  const encoding = csvMapping?.encoding
  if (encoding === undefined) return textOf(content, declaredEncoding(content))
  const text = textIn(content, encoding)
  if (text === undefined)
    throw refused('InvalidPayload', 'Expected an encoding such as utf-8 or windows-1252.', {
      field: 'csv_mapping.encoding',
      value: encoding,
    })
  return textOf(Buffer.from(text))
}

function formatOf({ format, fileName = '', csvMapping }: StatementFile, text: string): Format {
  if (format !== undefined) {
    const known = FORMATS.find((one) => one === format)
    if (known) return known
    throw refused('InvalidPayload', `Expected one of ${FORMATS.join(', ')}.`, { field: 'format', value: format })
  }
  const head = text.slice(0, 64 * 1024).trimStart()
  if (/<OFX>/i.test(head) || /^OFXHEADER/i.test(head)) return /\.qfx$/i.test(fileName) ? 'QFX' : 'OFX'
  if (head.startsWith('<')) return 'CAMT053'
  if (/^:20:/m.test(head) && /^:(25P?|28C?|60[FM]|61):/m.test(head)) return 'MT940'
  if (/^!(Type|Account|Option|Clear):?/im.test(head.slice(0, 200)))
    throw unreadable(
      'The file is QIF, whose dates and accounts are ambiguous. Export OFX or QFX, or CSV with a mapping.',
    )
  if (csvMapping) return 'CSV'
  throw unknownFormat(text)
}

function unknownFormat(text: string) {
  const columns = namesIn(text)
  return columns.length < 2
    ? unreadable('The file is none of OFX, QFX, CAMT.053, MT940 or CSV.')
    : unreadable(
        `If the file is CSV, say in csv_mapping which of its columns holds what. They are ${columns.map((name) => `"${name}"`).join(', ')}.`,
        { columns },
      )
}

function namesIn(text: string): string[] {
  try {
    return columnNames(text).map((name) => name.slice(0, 100))
  } catch {
    return []
  }
}

function read(format: Format, text: string, { currency, csvMapping }: StatementFile): ParsedStatement[] {
  switch (format) {
    case 'OFX':
    case 'QFX':
      return readOfx(text, currency)
    case 'CAMT053':
      return readCamt(text, currency)
    case 'MT940':
      return readMt940(text, currency)
    case 'CSV':
      if (!csvMapping) throw unknownFormat(text)
      return readCsv(text, currency, csvMapping)
  }
}
