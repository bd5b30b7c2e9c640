/** Leaves: what they must have, the bytes that are hashed, and what of them is hidden. Pure. */
import canonicalize from 'canonicalize'
import { createHash } from 'node:crypto'
import type { Finding } from './finding.ts'
import { leafHash } from './merkle.ts'
import { fromBase64 } from './note.ts'
import type { LogName, ToldLeaf } from './source.ts'

export type State = Readonly<Record<string, unknown>>

export type Leaf = {
  log: LogName
  business_id: string
  position: number
  recorded_at: string
  aggregate_type: string
  aggregate_id: string
  version: number
  event_type: string
  state: State | null
  hidden: Readonly<Record<string, string>>
}

export const isRecord = (value: unknown): value is State =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0
const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isLike = (value: unknown, form: RegExp): value is string => typeof value === 'string' && form.test(value)

/** Whether there is such a day, and such a moment on it if more than the day is given. */
export function isMoment(value: unknown): value is string {
  if (!isLike(value, /^\d{4}-\d\d-\d\d(T|$)/)) return false
  const day = new Date(`${value.slice(0, 10)}T00:00:00Z`)
  // Of February 30 Date makes March 2.
  return (
    !Number.isNaN(Date.parse(value)) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value.slice(0, 10))
  )
}

const MEMBERS: Record<string, (value: unknown) => boolean> = {
  v: (value) => value === 1,
  log: isText,
  business_id: isText,
  position: isCount,
  recorded_at: (value) => isLike(value, /^.{10}T\d\d:\d\d:\d\d\.\d{3}Z$/) && isMoment(value),
  aggregate_type: isText,
  aggregate_id: isText,
  version: isCount,
  event_type: isText,
  event_id: isText,
  request_id: (value) => value === null || typeof value === 'string',
  actor: (value) => value === null || isRecord(value),
  state: (value) => value === null || isRecord(value),
  hidden: (value) => isRecord(value) && Object.values(value).every((hash) => isLike(hash, /^[0-9a-f]{64}$/)),
}

type Disclosed = ToldLeaf['disclosed'][number]

const isDisclosed = (value: unknown): value is Disclosed =>
  isRecord(value) && ['pointer', 'salt', 'value'].every((name) => typeof value[name] === 'string')

/** What can be read of a leaf as it is told, at the position where it is expected if it says none; and what of it cannot be read. */
export function toldLeafOf(given: unknown, expected: number): { told: ToldLeaf; malformed: string[] } {
  const { position, hash, leaf = null, disclosed } = isRecord(given) ? given : {}
  const isList = Array.isArray(disclosed)
  const told = {
    position: isCount(position) ? position : expected,
    hash: typeof hash === 'string' ? hash : null,
    leaf,
    disclosed: isList ? disclosed.filter(isDisclosed) : [],
  }
  const malformed = [
    isCount(position) ? '' : 'position',
    hash === null || typeof hash === 'string' ? '' : 'hash',
    isList && disclosed.length === told.disclosed.length ? '' : 'disclosed',
  ].filter(Boolean)
  return { told, malformed }
}

/** The first member that no leaf of this format has so; undefined for a leaf. */
export const malformedMember = (leaf: unknown): string | undefined =>
  isRecord(leaf) ? Object.keys(MEMBERS).find((name) => !MEMBERS[name]?.(leaf[name])) : 'leaf'

export const nameOf = ({ aggregate_type, aggregate_id }: Leaf): string => `${aggregate_type} ${aggregate_id}`

/** The hash of the leaf, of all its members, those that are unknown here too; undefined where RFC 8785 has no form for it. */
export function hashOf(leaf: unknown): Buffer | undefined {
  try {
    return leafHash(canonicalize(leaf) as string)
  } catch {
    return undefined
  }
}

/** Where what is disclosed is not what is hidden; and how many values are hidden and not disclosed, as after an erasure. */
export function checkDisclosed(leaf: Leaf, disclosed: ToldLeaf['disclosed']): { findings: Finding[]; erased: number } {
  const findings: Finding[] = []
  const told = new Set<string>()
  for (const { pointer, salt, value } of disclosed) {
    told.add(pointer)
    const expected = Object.hasOwn(leaf.hidden, pointer) ? leaf.hidden[pointer] : undefined
    const bytes = fromBase64(salt)
    const problem =
      expected === undefined
        ? 'it is disclosed, but the leaf hides nothing there'
        : bytes?.length !== 32 || createHash('sha256').update(bytes).update(value).digest('hex') !== expected
          ? 'what is disclosed is not what was sealed'
          : undefined
    if (problem) findings.push({ field: pointer, problem })
  }
  return { findings, erased: Object.keys(leaf.hidden).filter((pointer) => !told.has(pointer)).length }
}
