/** A requested decision, before it is resolved in the ledger. Pure. */
import { Problems } from '@pacioli/errors'
import type { AccountIdentifier, LedgerPrefetch, Books, TagInput } from '@pacioli/postings'
import type { CategorizeTransactionRequest__Output, SplitEntryInput__Output } from '@pacioli/protos/banking'
import type { CategoryIdentifier__Output, TagKeyValue__Output } from '@pacioli/protos/common'
import { contactsOf, NO_CONTACTS, type Contacts } from '../bank-transactions/bank-transaction.ts'
import { contactsOfCategory, type NamedContact } from './named-contacts.ts'
import type { Decision } from './decide-transaction.ts'

/** An account as a request names it, by id or stable name, with the customer or vendor that it is named with. */
export type RequestedCategory = AccountIdentifier & Contacts

type RequestedPart = { category: RequestedCategory; amount: number; memo: string | null; tags: readonly TagInput[] }

export type RequestedDecision = { taxCode?: string; memo?: string; tags?: readonly TagInput[] } & (
  | { kind: 'category'; category: RequestedCategory }
  | { kind: 'exclusion' }
  | { kind: 'split'; entries: readonly RequestedPart[] }
)

/** `field` is where the request names the transaction: empty, or an index and a dot. */
export type Requested = { transactionId: string; field: string; decision: RequestedDecision }

const EXCLUSION = 'Exclusion'

const MAX_PARTS = 1_000
const MAX_PARTS_PER_REQUEST = 10_000

/** @throws InvalidPayload, PayloadTooLarge */
export function requestedFrom(requests: readonly CategorizeTransactionRequest__Output[], isBulk: boolean): Requested[] {
  const problems = new Problems()
  const requested = requests.map((request, index): Requested => {
    const field = isBulk ? `${index}.` : ''
    return {
      // As the database spells it.
      transactionId: request.transaction_id.toLowerCase(),
      field,
      decision: decisionFrom(request, field, problems),
    }
  })
  refuseRepeated(requested, problems)
  const parts = requests.reduce((sum, { entries }) => sum + entries.length, 0)
  if (parts > MAX_PARTS_PER_REQUEST)
    problems.add('PayloadTooLarge', `A request brings at most ${MAX_PARTS_PER_REQUEST} parts; here are ${parts}.`)
  problems.throwIfAny()
  return requested
}

/** Of two decisions on one transaction, one would be lost. */
function refuseRepeated(requested: readonly Requested[], problems: Problems): void {
  const seen = new Set<string>()
  for (const { transactionId, field } of requested) {
    if (seen.has(transactionId))
      problems.add('InvalidPayload', 'Each transaction comes once in a request; this one came before.', {
        field: `${field}transaction_id`,
        value: transactionId,
      })
    seen.add(transactionId)
  }
}

function decisionFrom(
  request: CategorizeTransactionRequest__Output,
  field: string,
  problems: Problems,
): RequestedDecision {
  const { type, category, entries, tax_code, memo, tags, replaces_tags } = request
  const details = {
    ...(tax_code === undefined ? {} : { taxCode: tax_code }),
    ...(memo === undefined ? {} : { memo }),
    ...(replaces_tags || tags.length > 0 ? { tags: tags.map(toInput) } : {}),
  }
  if (type === 'Split') return { ...details, kind: 'split', entries: partsFrom(entries, field, problems) }
  if (type !== 'Category')
    problems.add('InvalidPayload', 'Expected Category or Split.', { field: `${field}type`, value: type })
  else if (!category) problems.add('InvalidPayload', 'Expected an account or Exclusion.', { field: `${field}category` })
  else refuseExcludedParty(category, `${field}category`, problems)
  if (entries.length > 0) problems.add('InvalidPayload', 'Only a Split has entries.', { field: `${field}entries` })
  return !category || category.type === EXCLUSION
    ? { ...details, kind: 'exclusion' }
    : { ...details, kind: 'category', category: toCategory(category) }
}

function partsFrom(entries: readonly SplitEntryInput__Output[], field: string, problems: Problems): RequestedPart[] {
  if (entries.length === 0 || entries.length > MAX_PARTS)
    problems.add('InvalidPayload', `A split has 1 to ${MAX_PARTS} entries; here are ${entries.length}.`, {
      field: `${field}entries`,
    })
  return entries.map(({ category, amount, memo, tags }, index) => {
    if (!category || category.type === EXCLUSION)
      problems.add('InvalidPayload', 'A part has an account of its own. Only a whole transaction can be excluded.', {
        field: `${field}entries.${index}.category`,
      })
    return {
      category: category ? toCategory(category) : { type: EXCLUSION, ...NO_CONTACTS },
      amount,
      memo: memo ?? null,
      tags: tags.map(toInput),
    }
  })
}

/** The ids as the database spells them. */
export const toCategory = ({
  type,
  id,
  stable_name,
  customer_id,
  vendor_id,
}: CategoryIdentifier__Output): RequestedCategory => ({
  type,
  id,
  stable_name,
  customerId: customer_id?.toLowerCase() ?? null,
  vendorId: vendor_id?.toLowerCase() ?? null,
})

/** What is none of the business's is nobody's debt. @returns whether it was refused */
export function refuseExcludedParty(category: CategoryIdentifier__Output, field: string, problems: Problems): boolean {
  if (category.type !== EXCLUSION) return false
  const named = (['customer_id', 'vendor_id'] as const).filter((name) => category[name] !== undefined)
  for (const name of named)
    problems.add('InvalidPayload', 'An exclusion names neither a customer nor a vendor.', {
      field: `${field}.${name}`,
      value: category[name],
    })
  return named.length > 0
}

/** The customers and vendors that a decision names, and where. */
export function contactsNamedIn({ decision, field }: Requested): NamedContact[] {
  if (decision.kind === 'category') return contactsOfCategory(decision.category, `${field}category`)
  if (decision.kind !== 'split') return []
  return decision.entries.flatMap(({ category }, index) =>
    contactsOfCategory(category, `${field}entries.${index}.category`),
  )
}

export const toInput = (tag: TagKeyValue__Output): TagInput => ({
  key: tag.key,
  value: tag.value,
  dimension_display_name: tag.dimension_display_name,
  value_display_name: tag.value_display_name,
})

export function prefetchRequested({ decision, field }: Requested, asking: LedgerPrefetch): void {
  decision.tags?.forEach((tag, index) => asking.tag(tag, `${field}tags.${index}`))
  if (decision.kind === 'category') asking.account(decision.category, `${field}category`)
  if (decision.kind !== 'split') return
  for (const [index, { category, tags }] of decision.entries.entries()) {
    const at = `${field}entries.${index}`
    asking.account(category, `${at}.category`)
    tags.forEach((tag, position) => asking.tag(tag, `${at}.tags.${position}`))
  }
}

/** The decision with resolved accounts and tags. @throws RetryDecision */
export function toDecision({ decision }: Requested, books: Books): Decision {
  const { taxCode, memo, tags } = decision
  const details = {
    ...(taxCode === undefined ? {} : { taxCode }),
    ...(memo === undefined ? {} : { memo }),
    ...(tags === undefined ? {} : { tags: tags.map((tag) => books.tag(tag)) }),
  }
  if (decision.kind === 'exclusion') return { ...details, kind: 'exclusion' }
  const categoryOf = (category: RequestedCategory) => ({
    account: books.account(category),
    ...contactsOf(category),
  })
  if (decision.kind === 'category') return { ...details, kind: 'category', ...categoryOf(decision.category) }
  const entries = decision.entries.map((part) => ({
    ...categoryOf(part.category),
    amount: part.amount,
    memo: part.memo,
    tags: part.tags.map((tag) => books.tag(tag)),
  }))
  return { ...details, kind: 'split', entries }
}
