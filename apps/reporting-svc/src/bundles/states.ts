/** Things as the history has them. Pure. */
import type { Thing__Output } from '@pacioli/protos/history'
import { dayOf } from '@pacioli/calendar'
import type { BookAccount, BookEntry, BookLine, BookTag } from './plain-text/book-entry.ts'

export type State = Record<string, unknown>

export const isState = (value: unknown): value is State =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const listOf = (value: unknown): State[] => (Array.isArray(value) ? value.filter(isState) : [])
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const parsed = (text: string | undefined): State | undefined => {
  const value: unknown = text === undefined ? undefined : JSON.parse(text)
  return isState(value) ? value : undefined
}

/** The state of the newest version; of an entry the whole of it, with the tags that it has. Undefined where it has none. */
export function stateOf({ state: text, first_state: first }: Thing__Output): State | undefined {
  const state = parsed(text ?? undefined)
  const whole = parsed(first ?? undefined)
  if (!state || !whole) return state
  const { changes: _told, ...changed } = state
  const lines = listOf(changed.line_items)
  return {
    ...whole,
    ...changed,
    line_items: listOf(whole.line_items).map((line, index) => ({ ...line, ...lines[index] })),
  }
}

/** All accounts: those that the business began with, as they are now, and then the others. */
export function accountsOf(charts: readonly State[], accounts: readonly State[]): State[] {
  const byId = new Map<unknown, State>()
  for (const account of [...charts.flatMap((chart) => listOf(chart.accounts)), ...accounts])
    byId.set(account.id, account)
  return [...byId.values()]
}

export const bookAccount = (state: State): BookAccount => ({
  id: String(state.id),
  parentId: textOf(state.parent_id),
  name: textOf(state.name) ?? '',
  type: textOf(state.account_type) ?? '',
  number: textOf(state.account_number),
  stableName: textOf(state.stable_name),
})

/** By the id of the definition. */
export type TagNames = ReadonlyMap<string, BookTag>

export function tagNames(dimensions: readonly State[], values: readonly State[]): TagNames {
  const keys = new Map(dimensions.map(({ id, key }) => [id, textOf(key) ?? '']))
  return new Map(
    values.map((value) => [
      String(value.id),
      { key: keys.get(value.dimension_id) ?? '', value: textOf(value.value) ?? '' },
    ]),
  )
}

/** One value of each key: what is one name cannot be there twice. */
function tagsOf(state: State, names: TagNames): BookTag[] {
  const values = new Map<string, string[]>()
  for (const { definition_id } of listOf(state.transaction_tags)) {
    const tag = names.get(String(definition_id))
    if (tag) values.set(tag.key, [...(values.get(tag.key) ?? []), tag.value])
  }
  return [...values].map(([key, all]) => ({ key, value: all.join(', ') }))
}

type Fact = [name: string, value: string]

const factsOf = (state: State, names: Record<string, string>): Fact[] =>
  Object.entries(names).flatMap(([name, field]): Fact[] => {
    const value = textOf(state[field])
    return value === null ? [] : [[name, value]]
  })

const ENTRY_FACTS = {
  'entry-type': 'entry_type',
  'external-id': 'external_id',
  reference: 'reference_number',
  'source-type': 'source_type',
  'source-id': 'source_id',
  reverses: 'reversal_of_id',
  metadata: 'metadata',
}
const LINE_FACTS = {
  memo: 'memo',
  'document-id': 'document_id',
  'customer-id': 'customer_id',
  'vendor-id': 'vendor_id',
}

export const bookEntry = (state: State, names: TagNames, timeZone: string): BookEntry => ({
  id: String(state.id),
  day: dayOf(new Date(String(state.entry_at)), timeZone),
  memo: textOf(state.memo),
  facts: factsOf(state, ENTRY_FACTS),
  tags: tagsOf(state, names),
  lines: listOf(state.line_items).map((line): BookLine => ({
    accountId: String(line.account_id),
    amount: BigInt(line.amount as number) * (line.direction === 'DEBIT' ? 1n : -1n),
    facts: factsOf(line, LINE_FACTS),
    tags: tagsOf(line, names),
  })),
})

/** The file that things of a type are in: bills.jsonl for bills. */
export function fileOf(type: string): string {
  if (type === 'business' || type === 'accounting_configuration') return `${type}.jsonl`
  return `${type.endsWith('y') ? `${type.slice(0, -1)}ie` : type}s.jsonl`
}
