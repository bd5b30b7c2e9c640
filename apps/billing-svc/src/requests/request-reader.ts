/** Reads the fields of requests. Pure. */
import { isDeepStrictEqual } from 'node:util'
import { instant, isInstant } from '@pacioli/calendar'
import { collectProblems, Problems } from '@pacioli/errors'
import { isAmount, MAX_AMOUNT } from '@pacioli/money'
import type { AccountIdentifier } from '@pacioli/postings'
import type { AccountIdentifier__Output } from '@pacioli/protos/common'
import { toIdentifier } from '../posting/named-accounts.ts'

/** A field with such a value, which may be absent. */
export type Field<Name extends string, Value> = { [One in Name]?: Value | null }

/** A list: an array in a create, an object with `items` in an update. */
export type ListField<Name extends string, Item> = Field<Name, Item[] | { items: Item[] }>

type ItemOf<List> = List extends (infer Item extends object)[]
  ? Item
  : List extends { items: (infer Item extends object)[] }
    ? Item
    : never

/** How a request names a part of a document. */
type Names = { id?: string; external_id?: string }

/** The most elements of a list: documents are shown with all of them. */
export const MAX_ITEMS = 1_000

/** The most payments, or refunds, that come within another document. */
const MAX_DOCUMENTS = 100

/**
 * Reads one object of a request. A field that is absent or invalid is undefined; every problem is added to `problems`, with
 * the place of the field.
 */
export class RequestReader<Input extends object> {
  readonly input: Input
  /** Its place in the request: with a trailing dot, or empty for the request itself. */
  readonly field: string
  readonly problems: Problems

  constructor(input: Input, field: string, problems: Problems) {
    this.input = input
    this.field = field
    this.problems = problems
  }

  /** Adds a problem with one of its fields. @param value that is wrong, if there is one */
  refuse(name: string, description: string, value?: unknown): void {
    const field = `${this.field}${name}`
    this.problems.add('InvalidPayload', description, value === undefined ? { field } : { field, value })
  }

  /** The result, or undefined where it is refused. */
  check<Result>(act: () => Result): Result | undefined {
    return collectProblems(this.problems, act)
  }

  /** A point in time, named with its offset. */
  instant<Name extends string>(this: RequestReader<Field<Name, string>>, name: Name): Date | undefined {
    const text: string | null | undefined = this.input[name]
    if (typeof text !== 'string') return undefined
    if (isInstant(text)) return instant(text)
    this.refuse(name, 'Expected a date-time with its offset, such as 2026-01-31T12:00:00Z.', text)
    return undefined
  }

  /** Minor units: a safe integer. */
  amount<Name extends string>(
    this: RequestReader<Field<Name, number>>,
    name: Name,
    least = -MAX_AMOUNT,
  ): number | undefined {
    const amount: number | null | undefined = this.input[name]
    if (typeof amount !== 'number') return undefined
    if (isAmount(amount) && amount >= least) return amount
    this.refuse(name, `Expected a whole number of minor units from ${least} to ${MAX_AMOUNT}.`, amount)
    return undefined
  }

  /** An enumerated value. */
  oneOf<Name extends string, Word extends string>(
    this: RequestReader<Field<Name, string>>,
    name: Name,
    words: readonly Word[],
  ): Word | undefined {
    const given: string | null | undefined = this.input[name]
    const found = words.find((word) => word === given)
    if (typeof given === 'string' && found === undefined)
      this.refuse(name, `Expected one of ${words.join(', ')}.`, given)
    return found
  }

  /** An account that the request may leave out. */
  account<Name extends string>(
    this: RequestReader<Field<Name, AccountIdentifier__Output>>,
    name: Name,
  ): AccountIdentifier | undefined {
    const identifier: AccountIdentifier__Output | null | undefined = this.input[name]
    return identifier ? toIdentifier(identifier) : undefined
  }

  /**
   * An account that the request has to name. If it is missing, that is a problem, and a placeholder is returned.
   * @param expected the text of the problem
   */
  requiredAccount<Name extends string>(
    this: RequestReader<Field<Name, AccountIdentifier__Output>>,
    name: Name,
    expected: string,
  ): AccountIdentifier {
    const account = this.account(name)
    if (!account) this.refuse(name, expected)
    return account ?? toIdentifier({ type: '' })
  }

  /** Adds a problem where the list is too long. */
  limit<Name extends string>(
    this: RequestReader<ListField<Name, object>>,
    name: Name,
    most = MAX_ITEMS,
    rule = `At most ${most} are possible`,
  ): void {
    const { length } = this.elements(name)
    if (length > most) this.refuse(name, `${rule}; here are ${length}.`)
  }

  /** A reader for each element of a list. */
  elements<Name extends string, Given extends ListField<Name, object>>(
    this: RequestReader<Given>,
    name: Name,
  ): RequestReader<ItemOf<Given[Name]>>[] {
    const list: object[] | { items: object[] } | null | undefined = this.input[name]
    const items = (list instanceof Array ? list : (list?.items ?? [])) as ItemOf<Given[Name]>[]
    return items.map((item, index) => new RequestReader(item, `${this.field}${name}.${index}.`, this.problems))
  }

  /**
   * Like `elements`, for parts with an id and an external_id: both have to be unique, ids regardless of case.
   * @param kind what a part is called in messages @param rule how many are possible
   */
  parts<Name extends string, Given extends ListField<Name, Names>>(
    this: RequestReader<Given>,
    name: Name,
    kind: string,
    rule?: string,
  ): RequestReader<ItemOf<Given[Name]>>[] {
    this.limit(name, MAX_ITEMS, rule)
    const elements = this.elements(name)
    for (const key of ['id', 'external_id'] as const) {
      const seen = new Set<string>()
      for (const element of elements) {
        const { [key]: value }: Names = element.input
        if (value === undefined) continue
        const spelled = key === 'id' ? value.toLowerCase() : value
        if (seen.has(spelled)) element.refuse(key, `Another ${kind} of the document has this ${key} already.`, value)
        seen.add(spelled)
      }
    }
    return elements
  }

  /**
   * Reads a list of payments or refunds: an external_id is an idempotency key within one request, too, so an exact repeat is
   * left out. A different element with the same external_id is a problem.
   * @param kind what an element is called in messages
   */
  distinct<Name extends string, Given extends ListField<Name, Names>, Requested>(
    this: RequestReader<Given>,
    name: Name,
    kind: string,
    read: (element: RequestReader<ItemOf<Given[Name]>>) => Requested,
  ): Requested[] {
    this.limit(name, MAX_DOCUMENTS)
    const seen = new Map<string, Names>()
    return this.elements(name).flatMap((element) => {
      const input: Names = element.input
      const { external_id: value } = input
      const earlier = value === undefined ? undefined : seen.get(value)
      if (!earlier) {
        if (value !== undefined) seen.set(value, input)
        return [read(element)]
      }
      if (!isDeepStrictEqual(earlier, input))
        this.problems.add(
          'DuplicateExternalId',
          `Another ${kind} of the list has this external_id and says something else.`,
          { field: `${element.field}external_id`, value },
        )
      return []
    })
  }
}

/** Reads a request. @throws every problem at once */
export function readRequest<Input extends object, Requested>(
  input: Input,
  read: (reader: RequestReader<Input>) => Requested,
): Requested {
  const problems = new Problems()
  const requested = read(new RequestReader(input, '', problems))
  problems.throwIfAny()
  return requested
}
