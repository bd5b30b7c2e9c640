/** Vendor credits as requests state them, before anything is looked up, and their resolution by the ledger's facts. Pure. */
import { collectProblems, Problems } from '@pacioli/errors'
import type { AccountIdentifier, LedgerPrefetch, Books } from '@pacioli/postings'
import type {
  VendorCreditAllocationInput__Output,
  VendorCreditInput__Output,
  VendorCreditLineItemInput__Output,
} from '@pacioli/protos/billing'
import type { TagKeyValue__Output } from '@pacioli/protos/common'
import { amountFrom } from '../line-items/requested-lines.ts'
import type { Giving, RequestedAllocation } from '../payables/bill-recipients.ts'
import { requireSoundCredit, type VendorCredit, type VendorCreditLineItem } from '../payables/vendor-credit.ts'
import { namedAccount, toIdentifier } from '../posting/named-accounts.ts'
import { instantFrom } from '../requests/instants.ts'
import { headFrom, remarksFrom, type Remarks } from '../requests/remarks.ts'
import { prefetchTags, lineItemTagsFrom, tagsFrom, type Making } from '../tags/tag-inputs.ts'

type RequestedLine = Remarks & {
  /** Its place in the request, with a trailing dot. */
  field: string
  account: AccountIdentifier
  amount: number
  tags: readonly TagKeyValue__Output[]
}

export type RequestedCredit = Giving &
  Remarks &
  Pick<VendorCredit, 'externalId' | 'asked' | 'documentDate'> & {
    lines: readonly RequestedLine[]
    tags: readonly TagKeyValue__Output[]
  }

/** Of line items, and of allocations. */
const MAX_ITEMS = 1_000

/** Every problem is added to `problems`. */
export const requestedAllocation = (
  { bill_id, bill_external_id, amount }: VendorCreditAllocationInput__Output,
  field: string,
  problems: Problems,
): RequestedAllocation => ({
  field,
  name: { bill_id, bill_external_id },
  amount: amountFrom(amount, `${field}amount`, problems, 1),
})

function requestedLine(input: VendorCreditLineItemInput__Output, field: string, problems: Problems): RequestedLine {
  if (!input.account_identifier)
    problems.add('InvalidPayload', 'Expected the account that the line item is for.', {
      field: `${field}account_identifier`,
    })
  return {
    field,
    account: toIdentifier(input.account_identifier ?? { type: '' }),
    amount: amountFrom(input.amount, `${field}amount`, problems),
    tags: input.tags,
    ...remarksFrom(input),
  }
}

/** @throws InvalidPayload, AmountOutOfRange, NegativeTotal, OverAllocated; every problem at once */
export function requestedCredit(input: VendorCreditInput__Output, now: Date): RequestedCredit {
  const problems = new Problems()
  const requested = {
    ...headFrom(input),
    vendor: { vendor_id: input.vendor_id, vendor_external_id: input.vendor_external_id },
    documentDate: collectProblems(problems, () => instantFrom(input.received_at, 'received_at', now)) ?? now,
    lines: input.line_items.map((one, index) => requestedLine(one, `line_items.${index}.`, problems)),
    allocations: input.allocations.map((one, index) => requestedAllocation(one, `allocations.${index}.`, problems)),
    tags: input.tags,
  }
  for (const field of ['line_items', 'allocations'] as const)
    if (input[field].length > MAX_ITEMS)
      problems.add('InvalidPayload', `At most ${MAX_ITEMS} are possible; here are ${input[field].length}.`, { field })
  if (input.line_items.length === 0)
    problems.add('InvalidPayload', 'A credit has at least one line item.', { field: 'line_items' })
  problems.throwIfAny()
  // An impossible credit is refused before the ledger is queried.
  requireSoundCredit({
    lineItems: requested.lines,
    allocations: requested.allocations.map(({ amount }) => ({ amount, deletedAt: null })),
  })
  return requested
}

/** The accounts and tags that the request names. */
export function prefetchCredit(asking: LedgerPrefetch, { lines, tags }: RequestedCredit): void {
  prefetchTags(asking, tags, 'tags')
  for (const line of lines) {
    asking.account(line.account, `${line.field}account_identifier`)
    prefetchTags(asking, line.tags, `${line.field}tags`)
  }
}

/** Without allocations. @throws ControlAccount, AccountArchived, DuplicateTagDimension, BalancingTagViolation; RetryDecision */
export function newCredit(
  of: { businessId: string; contactId: string },
  { lines, tags, allocations: _, vendor: _vendor, ...requested }: RequestedCredit,
  books: Books,
  making: Making,
): VendorCredit {
  const problems = new Problems()
  const lineItems = lines.map(({ field, account, tags: ofLine, ...line }): VendorCreditLineItem => ({
    ...line,
    id: making.newId(),
    accountId: collectProblems(problems, () => namedAccount(books, account, `${field}account_identifier`).id) ?? '',
    tags: collectProblems(problems, () => lineItemTagsFrom(ofLine, books, making, `${field}tags`)) ?? [],
  }))
  const own = collectProblems(problems, () => tagsFrom(tags, books, making, 'tags')) ?? []
  problems.throwIfAny()
  return {
    ...requested,
    ...of,
    id: making.newId(),
    lineItems,
    allocations: [],
    tags: own,
    version: 1,
    createdAt: making.now,
    updatedAt: making.now,
    deletedAt: null,
  }
}
