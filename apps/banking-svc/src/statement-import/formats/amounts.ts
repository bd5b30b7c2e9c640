/** Amounts as banks write them. Pure. */
import { DomainError } from '@pacioli/errors'
import { decimalsOf, minorUnits } from '@pacioli/money'
import { requireCurrencyOf } from './currency-signs.ts'
import { RowProblem } from './statement.ts'

export type Separator = '.' | ','

const MAX_LENGTH = 60
/** A sign or brackets, a currency before or behind, digits in groups or not. */
const shape = /^([+-]?)([A-Z]{3}|\p{Sc})?([+-]?)([\d.,]+)([A-Z]{3}|\p{Sc})?([+-]?)$/iu
/** A space or an apostrophe between digits makes groups of three. */
const strayGap = /\d[\s'’]+(?!\d{3}(?!\d))\d/

/**
 * Signed minor units of `1.234,56`, `1,234.56`, `(12.00)`, `12.00-`, `1 234,56 €` or `18.150`, in the decimals of the
 * currency. `separator` is the decimal mark unless the text itself shows it.
 * @throws RowProblem for what is no amount, is finer than the currency, or is out of range; OtherCurrency
 */
export function amountFrom(text: string, currency: string, separator: Separator = '.'): number {
  const trimmed = text.trim()
  if (trimmed === '') throw new RowProblem('The amount is missing.')
  if (trimmed.length > MAX_LENGTH) throw new RowProblem(`"${trimmed.slice(0, MAX_LENGTH)}…" is no amount.`)
  const bracketed = /^\((.*)\)$/.exec(trimmed)
  const parts = shape.exec((bracketed?.[1] ?? trimmed).replace(/[\s\u00a0\u202f'’]/g, '').replace(/[−–]/g, '-'))
  const [, first = '', before, second = '', number = '', behind, last = ''] = parts ?? []
  const signs = `${first}${second}${last}`
  if (!parts || signs.length > 1 || (bracketed && signs !== ''))
    throw new RowProblem(`"${trimmed}" is no amount. Expected one such as 1234.56, -12.00 or (12.00).`)
  for (const mark of [before, behind]) if (mark !== undefined) requireCurrencyOf(mark, currency, trimmed)
  const digits = strayGap.test(trimmed) ? undefined : plain(number, separator)
  if (digits === undefined) throw new RowProblem(`"${trimmed}" is no amount: its groups of digits do not fit.`)
  return inMinorUnits(`${bracketed || signs === '-' ? '-' : ''}${digits}`, currency)
}

/** Digits with a decimal point; undefined where the marks make no sense. */
function plain(number: string, given: Separator): string | undefined {
  const separator = decimalMarkOf(number) ?? given
  const grouping = separator === '.' ? ',' : '.'
  const [whole = '', fraction = '', ...rest] = number.split(separator)
  if (rest.length > 0 || fraction.includes(grouping)) return undefined
  const groups = whole.split(grouping)
  if (groups.length > 1 && !isGrouped(groups)) return undefined
  const digits = groups.join('')
  if (digits === '' && fraction === '') return undefined
  return `${digits === '' ? '0' : digits}.${fraction}`
}

/** By thousands or, in India, by lakhs: the last group always has three digits. */
const isGrouped = (groups: readonly string[]): boolean =>
  groups.every((group, index) =>
    (index === groups.length - 1 ? /^\d{3}$/ : index === 0 ? /^\d{1,3}$/ : /^\d{2,3}$/).test(group),
  )

/** Where both marks occur, the last one is the decimal mark; a mark that occurs twice makes groups. */
export function decimalMarkOf(number: string): Separator | undefined {
  const [point, comma] = [number.lastIndexOf('.'), number.lastIndexOf(',')]
  if (point >= 0 && comma >= 0) return point > comma ? '.' : ','
  if (point >= 0 && number.indexOf('.') !== point) return ','
  if (comma >= 0 && number.indexOf(',') !== comma) return '.'
  return undefined
}

/**
 * The decimal mark of a column, from any value that shows it beyond doubt. A single comma before three digits may make
 * groups, any other one is a decimal mark. Undefined where no value shows it.
 */
export function separatorOf(values: readonly string[]): Separator | undefined {
  for (const value of values) {
    const number = value.replace(/[^\d.,]/g, '')
    const shown = decimalMarkOf(number) ?? (/,(?:\d{1,2}|\d{4,})$|,$/.test(number) ? ',' : undefined)
    if (shown) return shown
    if (/\.(?:\d{1,2}|\d{4,})$|^0?\.|^\d{4,}\./.test(number)) return '.'
  }
  return undefined
}

/** Whether `2.000`, or with the other mark `2,000`, may be two or two thousand. */
export const isAmbiguous = (text: string, currency: string, mark: Separator = '.'): boolean => {
  const [whole = '', fraction = '', ...rest] = text.replace(/[^\d.,]/g, '').split(mark)
  return decimalsOf(currency) !== 3 && rest.length === 0 && /^[1-9]\d{0,2}$/.test(whole) && /^\d{3}$/.test(fraction)
}

function inMinorUnits(digits: string, currency: string): number {
  try {
    return minorUnits(digits, currency)
  } catch (error) {
    if (error instanceof DomainError) throw new RowProblem(error.message)
    throw error
  }
}
