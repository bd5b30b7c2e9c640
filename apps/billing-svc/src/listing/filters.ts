/** Filters of document lists. Each names the fields of the request that it reads. */
import type { Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { findDefinitions, type KnownBusiness } from '@pacioli/ledger-facts'
import { isKeepable, kept, rangeOf, requireTagPair } from '@pacioli/paging'
import { isUuid } from '@pacioli/rpc'
import type { TaggedType } from '../tags/applied-tag.store.ts'

export type Filtering = {
  tx: Tx
  business: KnownBusiness
  /** Binds a value and returns its placeholder; `$1` is the business. */
  bind: (value: unknown) => string
}

/**
 * The conditions in SQL on a document `d`, all of which must hold; none where the request does not use the filter.
 * @throws InvalidQuery, MissingTagValues
 */
export type Filter<Request> = (request: Request, filtering: Filtering) => readonly string[] | Promise<readonly string[]>

/** For a filter that no document can match. */
export const NOTHING: readonly string[] = ['false']

type Fields<Field extends string, Value> = { [F in Field]?: Value | undefined }

/** Days or instants, by the time zone of the business. @param conditions that must hold where the range is used */
const between =
  <Start extends string, End extends string>(
    start: Start,
    end: End,
    column: string,
    ...conditions: string[]
  ): Filter<Fields<Start | End, string>> =>
  (request, { business, bind }) => {
    const { from, before } = rangeOf(request[start], request[end], business.timeZone, `${start}, ${end}`)
    return [
      ...(from ? [`d.${column} >= ${bind(from)}`] : []),
      ...(before ? [`d.${column} < ${bind(before)}`] : []),
      ...(from || before ? conditions : []),
    ]
  }

export const within = (column: string) => between('start_date', 'end_date', column)

export const completed = between('completed_at_start', 'completed_at_end', 'completed_at')

/** Documents without a due date also have a `due_on` to sort by; it is not matched. */
export const due = between('due_start_date', 'due_end_date', 'due_on', 'd.due_at IS NOT NULL')

export const amount =
  (column: string): Filter<Fields<'min_amount' | 'max_amount', number>> =>
  ({ min_amount: min, max_amount: max }, { bind }) => [
    ...(min === undefined ? [] : [`d.${column} >= ${bind(min)}`]),
    ...(max === undefined ? [] : [`d.${column} <= ${bind(max)}`]),
  ]

/** Exactly this, in the column of the same name. */
export const is =
  <Field extends string>(field: Field): Filter<Fields<Field, string | boolean>> =>
  (request, { bind }) => {
    const value: string | boolean | undefined = request[field]
    if (value === undefined) return []
    return typeof value === 'string' && !isKeepable(value) ? NOTHING : [`d.${field} = ${bind(value)}`]
  }

/** Any of these values in the column. @throws InvalidQuery for an impossible value */
export const oneOf =
  <Field extends string>(
    field: Field,
    column: string,
    all: readonly string[],
  ): Filter<Fields<Field, string | readonly string[]>> =>
  (request, { bind }) => {
    const value: string | readonly string[] = request[field] ?? []
    const values = typeof value === 'string' ? [value] : value
    const unknown = values.find((one) => !all.includes(one))
    if (unknown !== undefined)
      throw refused('InvalidQuery', `${field}: expected one of ${all.join(', ')}.`, { field, value: unknown })
    if (values.length === 0) return []
    return [typeof value === 'string' ? `d.${column} = ${bind(value)}` : `d.${column} = ANY (${bind(value)}::text[])`]
  }

/** Documents related to another one, by its id. @param idsFor selects them; `at` is the placeholder of that id */
export const among =
  <Field extends string>(field: Field, idsFor: (at: string) => string): Filter<Fields<Field, string>> =>
  (request, { bind }) => {
    const id: string | undefined = request[field]
    if (id === undefined) return []
    return isUuid(id) ? [`d.id IN (${idsFor(`${bind(id)}::uuid`)})`] : NOTHING
  }

/** Either of two conditions. */
export const whether =
  <Field extends string>(field: Field, condition: (holds: boolean) => string): Filter<Fields<Field, boolean>> =>
  (request) => {
    const holds: boolean | undefined = request[field]
    return holds === undefined ? [] : [condition(holds)]
  }

/** Whether some of this amount is outstanding. */
export const isOpen = (column: string) => whether('is_open', (open) => `d.${column} ${open ? '>' : '='} 0`)

export const inPayout = whether('included_in_payout', (included) => `d.payout_id IS ${included ? 'NOT NULL' : 'NULL'}`)

/** Deleted payments and credits are left out unless the request includes them; they have nothing unallocated. */
export const unallocated: Filter<Fields<'include_deleted' | 'has_unallocated', boolean>> = ({
  include_deleted: withDeleted = false,
  has_unallocated: hasUnallocated,
}) => {
  const live = 'd.deleted_at IS NULL'
  if (hasUnallocated === true) return ['d.unallocated_amount > 0', live]
  if (withDeleted) return hasUnallocated === false ? ['(d.unallocated_amount = 0 OR d.deleted_at IS NOT NULL)'] : []
  return hasUnallocated === false ? ['d.unallocated_amount = 0', live] : [live]
}

/** Deleted ones are left out unless the request includes them. */
export const liveUnlessIncluded: Filter<Fields<'include_deleted', boolean>> = ({ include_deleted: withDeleted }) =>
  withDeleted ? [] : ['d.deleted_at IS NULL']

/** Independent of the request. */
export const always =
  (condition: string): Filter<object> =>
  () => [condition]

export const references: Filter<Fields<'reference_numbers', readonly string[]>> = (request, { bind }) => {
  const numbers = kept(request.reference_numbers, isKeepable)
  if (numbers === undefined) return []
  return numbers.length === 0 ? NOTHING : [`d.reference_number = ANY (${bind(numbers)}::text[])`]
}

type TagFilter = Fields<'tag_key', string> & Fields<'tag_values', readonly string[]>

/** Documents that carry one of these values of a dimension. */
export const tagged =
  (type: TaggedType): Filter<TagFilter> =>
  async (request, { tx, bind }) => {
    const ids = await definitionsOf(tx, request)
    if (ids === undefined) return []
    if (ids.length === 0) return NOTHING
    const carriers = `SELECT entity_id FROM applied_tags
      WHERE business_id = $1 AND definition_id = ANY (${bind(ids)}::uuid[]) AND entity_type = '${type}'`
    return [`d.id IN (${carriers})`]
  }

/**
 * Tag values, by their current names, of which a document must carry one; undefined without a tag filter, empty where
 * nothing can match.
 * @throws MissingTagValues
 */
export async function definitionsOf(tx: Tx, { tag_key, tag_values = [] }: TagFilter): Promise<string[] | undefined> {
  requireTagPair(tag_key, tag_values)
  if (tag_key === undefined) return undefined
  return isKeepable(tag_key) ? findDefinitions(tx, tag_key, tag_values.filter(isKeepable)) : []
}
