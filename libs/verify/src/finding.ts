/** What is wrong, and where. Pure. */
import type { LogName } from './source.ts'

export type Finding = {
  /** A file of a bundle. */
  file?: string | undefined
  /** Of that file, counted from 1. */
  line?: number | undefined
  log?: LogName | undefined
  position?: number | undefined
  aggregate?: string | undefined
  /** A field of the leaf, or a JSON pointer into its state. */
  field?: string | undefined
  /** A row of a report. */
  row?: string | undefined
  problem: string
}

/** A text of others may be of any length. */
const LONGEST = 1_000

/** One line, whatever texts of others are in it. */
export const lineOf = ({ file, line, log, position, aggregate, field, row, problem }: Finding): string => {
  const place = file && (line === undefined ? file : `${file} line ${line}`)
  const where = [place, log, position && `position ${position}`, aggregate, field, row].filter(Boolean).join(', ')
  const said = `${where === '' ? '' : `${where}: `}${problem}`
  return (said.length > LONGEST ? `${said.slice(0, LONGEST)}…` : said).replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
}
