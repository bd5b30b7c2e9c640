/**
 * Slices of the books: a period, and within it all lines or those with some tags. A statement has a column for the sums of each
 * slice. Pure.
 */
import type { Column } from '../report-tables/report.ts'
import { keyOf, nameOf, type Period } from '../report-query/period.ts'

/** A tag dimension and its values, by display name. */
export type Split = { key: string; name: string; values: readonly { id: string; value: string; name: string }[] }

/** The lines of a period: those with one value of the dimension that the statement is split by, with none, or all. */
export type Part = { kind: 'ALL' } | { kind: 'VALUE'; id: string; value: string } | { kind: 'UNTAGGED' }

export type Slice = { period: Period; part: Part }

/** The slices of a statement and the tree of its columns, whose leaves are in the order of the slices. */
export type Layout = { slices: Slice[]; columns: Column[] }

/** The columns of a slice: one amount, or a debit and a credit. */
export type SliceColumns = readonly { key: string; name: string }[]

const ONE_AMOUNT: SliceColumns = [{ key: '', name: '' }]

/** For each period: every value of the dimension, the untagged lines, and the total. */
export function layOut(
  periods: readonly Period[],
  split: (Split & { hasUntagged: boolean }) | undefined,
  columnsOfSlice: SliceColumns = ONE_AMOUNT,
): Layout {
  const slices: Slice[] = []
  const several = periods.length > 1
  const columns = periods.flatMap((period): Column[] => {
    const name = nameOf(period)
    const within = several ? keyOf(period) : ''
    if (!split) {
      slices.push({ period, part: { kind: 'ALL' } })
      return heading(within, name, leaves(within, name, columnsOfSlice), several)
    }
    const values = split.values.flatMap((value) => {
      slices.push({ period, part: { kind: 'VALUE', id: value.id, value: value.value } })
      return column(join(within, value.id), value.name, columnsOfSlice)
    })
    const untagged = split.hasUntagged ? column(join(within, 'untagged'), `No ${split.name}`, columnsOfSlice) : []
    if (split.hasUntagged) slices.push({ period, part: { kind: 'UNTAGGED' } })
    slices.push({ period, part: { kind: 'ALL' } })
    const grouped = [...values, ...untagged]
    const dimension: Column = { key: join(within, 'dimension'), name: split.name, columns: grouped }
    const total = column(join(within, 'total'), 'Total', columnsOfSlice)
    return heading(within, name, [...(grouped.length > 0 ? [dimension] : []), ...total], several)
  })
  return { slices, columns }
}

const join = (...parts: string[]): string => parts.filter((part) => part !== '').join('.')

/** A heading only if there are several periods. */
const heading = (key: string, name: string, columns: Column[], several: boolean): Column[] => {
  const [only] = columns
  if (!several || (columns.length === 1 && only && 'kind' in only)) return columns
  return [{ key, name, columns }]
}

/** The column of one slice, or the heading over its columns. */
const column = (key: string, name: string, parts: SliceColumns): Column[] =>
  parts.length === 1
    ? leaves(key, name, parts)
    : [{ key, name, columns: parts.map((part) => ({ key: join(key, part.key), name: part.name, kind: 'AMOUNT' })) }]

const leaves = (key: string, name: string, parts: SliceColumns): Column[] =>
  parts.map((part) => ({ key: join(key, part.key) || 'total', name: part.name || name, kind: 'AMOUNT' }))
