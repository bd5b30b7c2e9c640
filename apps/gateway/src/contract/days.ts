/** Days in requests: where a field takes an instant, a day is the first instant of it in the zone of the business. */
import { isDay, startOfDay } from '@pacioli/calendar'
import type { Contract, FieldSpec, Message } from './descriptors.ts'
import type { Operation } from './operation-of.ts'
import type { Fields, RequestParts } from './reading.ts'

/** A day that a request gives for an instant, and where. */
export type GivenDay = { holder: Fields; field: string; day: string }

type Find = (given: Fields, found: GivenDay[]) => void

/** What may name an instant in messages; undefined for a message in which nothing does. */
class DayFinder {
  readonly #contract: Contract
  readonly #finds = new Map<Message, { find: Find | undefined }>()

  constructor(contract: Contract) {
    this.#contract = contract
  }

  of(message: Message): Find | undefined {
    const known = this.#finds.get(message)
    if (known) return known.find
    const made: { find: Find | undefined } = { find: undefined }
    this.#finds.set(message, made)
    const finds = this.#contract.of(message).fields.flatMap((spec) => this.#inField(spec) ?? [])
    if (finds.length > 0) made.find = (given, found) => finds.forEach((find) => find(given, found))
    return made.find
  }

  #inField({ name, alias, format, message, flatten, internal }: FieldSpec): Find | undefined {
    if (internal === true) return undefined
    if (format === 'INSTANT') return inNames(alias === undefined ? [name] : [name, alias])
    const within = message && this.of(message)
    if (!within || flatten === true) return within
    return (given, found) => inEach(given[name], within, found)
  }
}

/** A list, or one by itself; anything else gives no day. */
function inEach(given: unknown, find: Find, found: GivenDay[]): void {
  if (Array.isArray(given)) for (const one of given) inOne(one, find, found)
  else inOne(given, find, found)
}

const inOne = (given: unknown, find: Find, found: GivenDay[]): void => {
  if (isFields(given)) find(given, found)
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const inNames =
  (names: readonly string[]): Find =>
  (given, found) => {
    for (const field of names) {
      const day = given[field]
      if (typeof day === 'string' && isDay(day)) found.push({ holder: given, field, day })
    }
  }

/** The days of a request that are to be instants; undefined where the operation takes no instant. */
export function daysOf(
  contract: Contract,
  { http, request }: Operation,
): ((parts: RequestParts) => readonly GivenDay[]) | undefined {
  const finder = new DayFinder(contract)
  const spec = contract.of(request).fields.find(({ name }) => name === http.body)
  const find = finder.of(spec?.message ?? request)
  if (!find) return undefined
  return ({ query, body }) => {
    const found: GivenDay[] = []
    inEach(http.body === undefined ? query : body, find, found)
    return found
  }
}

/** Puts instants in the places of days. */
export function replaceDays(days: readonly GivenDay[], timeZone: string): void {
  for (const { holder, field, day } of days) holder[field] = startOfDay(day, timeZone).toISOString()
}
