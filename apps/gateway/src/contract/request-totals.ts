/** A message has to hold what a request brings, and one transaction what it writes: both are limited as a whole. */
import { refused } from '@pacioli/errors'
import type { Contract, Message } from './descriptors.ts'
import type { Operation } from './operation-of.ts'

/** Tags of one request, and line items, taxes and whatever else documents are made of. */
const MOST = 10_000

type Fields = Record<string, unknown>
type Sum = { tags: number; items: number }
type Count = (given: Fields, sum: Sum) => void

/** Undefined where nothing is limited. @throws PayloadTooLarge */
export function totalsOf(
  contract: Contract,
  { totals, http, request }: Operation,
): ((body: unknown) => void) | undefined {
  if (!totals) return undefined
  const named = contract.of(request).fields.find(({ name }) => name === http.body)?.message
  const count = counting(contract, named ?? request, new Map())
  return (body) => {
    const sum = { tags: 0, items: 0 }
    for (const one of [body].flat()) if (one) count?.(one as Fields, sum)
    if (totals.tags !== undefined) refuseMore(sum.tags, 'tags', totals.tags)
    if (totals.items !== undefined) refuseMore(sum.items, totals.what ?? 'items', totals.items)
  }
}

function refuseMore(came: number, what: string, field: string): void {
  if (came <= MOST) return
  const description = `The request brings ${came} ${what}; one request takes at most ${MOST}. Send several.`
  throw refused('PayloadTooLarge', description, { field })
}

/** Undefined where the message has no lists of messages, itself or within. */
function counting(contract: Contract, message: Message, made: Map<Message, Count | undefined>): Count | undefined {
  if (made.has(message)) return made.get(message)
  made.set(message, undefined)
  const steps = contract.of(message).fields.flatMap(({ name, message: inner, isList }): Count[] => {
    if (!inner) return []
    const within = counting(contract, inner, made)
    if (!isList) return within ? [(given, sum) => given[name] && within(given[name] as Fields, sum)] : []
    const kind = inner.name === 'TagKeyValue' ? 'tags' : 'items'
    return [
      (given, sum) => {
        const list = (given[name] ?? []) as Fields[]
        sum[kind] += list.length
        if (within) for (const item of list) within(item, sum)
      },
    ]
  })
  const count = steps.length === 0 ? undefined : (given: Fields, sum: Sum) => steps.forEach((step) => step(given, sum))
  made.set(message, count)
  return count
}
