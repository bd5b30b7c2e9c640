/** Limits a request as a whole: it becomes one message and one transaction. */
import { refused } from '@pacioli/errors'
import type { Contract, Message } from './descriptors.ts'
import type { Operation } from './operation-of.ts'

/** The most tags of one request; and the most line items, taxes and other parts of documents. */
const MOST = 10_000

type Fields = Record<string, unknown>
type Sum = { tags: number; items: number }
type Count = (given: Fields, sum: Sum) => void

/** Undefined for an operation without limits. @throws PayloadTooLarge */
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

/** Undefined where neither the message nor a nested one has a list of messages. */
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
