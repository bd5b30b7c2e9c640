/** Things as the leaves have them last, and whether the files of a bundle say the same. */
import canonicalize from 'canonicalize'
import { createHash } from 'node:crypto'
import type { BundleSource } from './bundle-source.ts'
import type { Finding } from './finding.ts'
import { isRecord, malformedMember, type Leaf, type State } from './leaf.ts'
import type { Manifest } from './manifest.ts'
import { LOGS, type LogName, type ToldLeaf } from './source.ts'

/** So many are named of a file; after that they are counted. */
const MOST_NAMED = 100

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64')
const digestOf = (state: unknown): string => sha256(canonicalize(state) as string)

export const listOf = (value: unknown): State[] => (Array.isArray(value) ? value.filter(isRecord) : [])

/** The state with what is hidden in it, as far as it is disclosed. */
export function opened(state: State, disclosed: ToldLeaf['disclosed']): State {
  const whole = structuredClone(state) as Record<string, unknown>
  for (const { pointer, value } of disclosed) {
    const names = pointer.slice(1).split('/').map(unescaped)
    const last = names.pop()
    let at: unknown = whole
    for (const name of names) at = isRecord(at) || Array.isArray(at) ? (at as State)[name] : undefined
    if (last !== undefined && last !== '__proto__' && isRecord(at))
      Object.assign(at, { [last]: JSON.parse(value) as unknown })
  }
  return whole
}

const unescaped = (name: string): string => name.replaceAll('~1', '/').replaceAll('~0', '~')

/** Of an entry, whose later versions have what can change alone. */
function withChanges(entry: State, { changes: _told, ...changed }: State): State {
  const lines = listOf(changed.line_items)
  return {
    ...entry,
    ...changed,
    line_items: listOf(entry.line_items).map((line, index) => ({ ...line, ...lines[index] })),
  }
}

/** A leaf that tells of a thing for the last time; of an entry with its first state. */
export type NewestState = { log: LogName; position: number; type: string; id: string; state: State }

const keyOf = ({ aggregate_type, aggregate_id }: Leaf): string => `${aggregate_type} ${aggregate_id}`

/** The things of a log as it has them last. It is read twice. */
export async function* newestStates(source: BundleSource, log: LogName): AsyncGenerator<NewestState> {
  const newest = new Map<string, number>()
  for await (const { leaf } of source.leaves(log))
    if (malformedMember(leaf) === undefined) newest.set(keyOf(leaf as Leaf), (leaf as Leaf).position)
  const entries = new Map<string, State>()
  for await (const { leaf: told, disclosed } of source.leaves(log)) {
    if (malformedMember(told) !== undefined) continue
    const leaf = told as Leaf
    const { aggregate_type: type, aggregate_id: id, position, version } = leaf
    const state = leaf.state && openedOrNot(leaf.state, disclosed)
    const isLast = newest.get(keyOf(leaf)) === position
    if (type === 'entry' && version === 1 && !isLast && state) entries.set(id, state)
    if (!isLast || !state) continue
    const first = type === 'entry' ? entries.get(id) : undefined
    entries.delete(id)
    yield { log, position, type, id, state: first ? withChanges(first, state) : state }
  }
}

/** What is disclosed and no JSON was told of as no value of the leaf. */
function openedOrNot(state: State, disclosed: ToldLeaf['disclosed']): State {
  try {
    return opened(state, disclosed)
  } catch {
    return state
  }
}

type Expected = { digest: string; log: LogName; position: number }

/** By type, then by id. */
export class StatesByType {
  readonly #types = new Map<string, Map<string, Expected>>()

  add({ type, id, state, log, position }: NewestState): void {
    if (type === 'chart') {
      // Accounts that have changed since are told of by themselves.
      for (const account of listOf(state.accounts))
        this.#put('account', String(account.id), account, { log, position }, false)
      return
    }
    this.#put(type, id, state, { log, position }, true)
  }

  #put(type: string, id: string, state: State, at: Pick<Expected, 'log' | 'position'>, isLater: boolean): void {
    const things = this.#types.get(type) ?? new Map<string, Expected>()
    this.#types.set(type, things)
    if (isLater || !things.has(id)) things.set(id, { ...at, digest: digestOf(state) })
  }

  async *compare(source: BundleSource, { files }: Manifest): AsyncGenerator<Finding> {
    const seen = new Set<string>()
    for (const { path, aggregateType } of files) {
      if (aggregateType === undefined) continue
      if (seen.has(aggregateType)) yield { file: path, problem: `another file has the type ${aggregateType}, too` }
      seen.add(aggregateType)
      const things = this.#types.get(aggregateType) ?? new Map<string, Expected>()
      this.#types.delete(aggregateType)
      yield* named(this.#compareFile(source, path, aggregateType, things), path)
    }
    for (const type of this.#types.keys())
      if ((this.#types.get(type)?.size ?? 0) > 0)
        yield { file: 'manifest.json', problem: `it lists no file of the type ${type}, of which there are leaves` }
  }

  async *#compareFile(
    source: BundleSource,
    file: string,
    type: string,
    things: Map<string, Expected>,
  ): AsyncGenerator<Finding> {
    const seen = new Set<string>()
    for await (const { line, value } of source.lines(file)) {
      if (!isRecord(value)) {
        yield { file, line, problem: 'it is no JSON object' }
        continue
      }
      // Of a few types the state has no id, and there is one of each.
      const id = typeof value.id === 'string' && things.has(value.id) ? value.id : onlyOne(value, things)
      const aggregate = `${type} ${id ?? String(value.id)}`
      const expected = id === undefined ? undefined : things.get(id)
      if (id === undefined || !expected) yield { file, line, aggregate, problem: 'no leaf is of it' }
      else if (seen.has(id)) yield { file, line, aggregate, problem: 'it comes again' }
      else if (expected.digest !== digestOf(value)) {
        const { log, position } = expected
        yield { file, line, log, position, aggregate, problem: 'it is not what the last leaf of it says' }
      }
      if (id !== undefined) seen.add(id)
    }
    for (const [id, { log, position }] of things)
      if (!seen.has(id)) yield { file, log, position, aggregate: `${type} ${id}`, problem: 'it is missing in the file' }
  }
}

const onlyOne = (value: State, things: ReadonlyMap<string, Expected>): string | undefined =>
  value.id === undefined && things.size === 1 ? [...things.keys()][0] : undefined

async function* named(findings: AsyncIterable<Finding>, file: string): AsyncGenerator<Finding> {
  let count = 0
  for await (const finding of findings) {
    count += 1
    if (count <= MOST_NAMED) yield finding
  }
  if (count > MOST_NAMED) yield { file, problem: `something is wrong with ${count - MOST_NAMED} more lines` }
}

export const inAllLogs = async function* (source: BundleSource): AsyncGenerator<NewestState> {
  for (const log of LOGS) yield* newestStates(source, log)
}
