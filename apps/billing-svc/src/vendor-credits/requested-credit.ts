/** Vendor credits as requests state them, before anything is looked up, and their resolution by the ledger's facts. Pure. */
import { Problems } from '@pacioli/errors'
import type { LedgerPrefetch } from '@pacioli/postings'
import type {
  VendorCreditAllocationInput__Output,
  VendorCreditInput__Output,
  VendorCreditLineItemInput__Output,
} from '@pacioli/protos/billing'
import { newDocument, type Facts } from '../document-writes/create-document.ts'
import type { Recognized } from '../allocations/recognition.ts'
import type { ResolvedCreditPart } from '../payables/allocate-to-bills.ts'
import type { Bill } from '../payables/bill.ts'
import { requireSoundCredit, type VendorCredit, type VendorCreditLineItem } from '../payables/vendor-credit.ts'
import { requireLines } from '../line-items/requested-lines.ts'
import { resolveAccount, resolveTags } from '../posting/resolve-names.ts'
import { headOf, partOf } from '../requests/requested-head.ts'
import { readRequest, type RequestReader } from '../requests/request-reader.ts'
import { prefetchTags, lineItemTagsFrom } from '../tags/tag-inputs.ts'

export const requestedAllocation = (read: RequestReader<VendorCreditAllocationInput__Output>) => ({
  field: read.field,
  name: { bill_id: read.input.bill_id, bill_external_id: read.input.bill_external_id },
  amount: read.amount('amount', 1) ?? 0,
  allocatedAt: read.instant('allocated_at') ?? null,
})

const requestedLine = (read: RequestReader<VendorCreditLineItemInput__Output>) => ({
  ...partOf(read),
  account: read.requiredAccount('account_identifier', 'Expected the account that the line item is for.'),
  amount: read.amount('amount') ?? 0,
})

export type RequestedCredit = ReturnType<typeof requestedCredit>

/** @throws InvalidPayload, AmountOutOfRange, NegativeTotal, OverAllocated; every problem at once */
export function requestedCredit(input: VendorCreditInput__Output, now: Date) {
  const requested = readRequest(input, (read) => {
    const credit = {
      ...headOf(read),
      vendor: { vendor_id: input.vendor_id, vendor_external_id: input.vendor_external_id },
      documentDate: read.instant('received_at') ?? now,
      lines: read.elements('line_items').map(requestedLine),
      allocations: read.elements('allocations').map(requestedAllocation),
    }
    read.limit('line_items')
    read.limit('allocations')
    requireLines(read, credit.lines)
    return credit
  })
  // An impossible credit is refused before the ledger is queried.
  requireSoundCredit({
    lineItems: requested.lines,
    allocations: requested.allocations.map(({ amount }) => ({ amount, deletedAt: null })),
    refunded: [],
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

type RequestedCreditAllocation = ReturnType<typeof requestedAllocation>

/**
 * @param bills locked, in the order of the allocations
 * @param recognized what live allocations have recognized of each
 */
export const creditParts = (
  requested: readonly RequestedCreditAllocation[],
  bills: readonly Bill[],
  recognized: ReadonlyMap<string, readonly Recognized[]>,
): ResolvedCreditPart[] =>
  requested.flatMap((one, index) => {
    const bill = bills[index]
    return bill ? [{ ...one, bill, before: recognized.get(bill.id) ?? [] }] : []
  })

/** Without allocations. @throws ControlAccount, AccountArchived, DuplicateTagDimension, BalancingTagViolation; RetryDecision */
export function newCredit(contactId: string, requested: RequestedCredit, facts: Facts): VendorCredit {
  const { lines, allocations: _, vendor: _vendor, field: _field, ...head } = requested
  const problems = new Problems()
  const { importedAt: createdAt, ...made } = newDocument(facts)
  const credit = {
    ...head,
    ...made,
    contactId,
    lineItems: lines.map(({ field, account, ...line }): VendorCreditLineItem => ({
      ...line,
      id: facts.newId(),
      accountId: resolveAccount(account, `${field}account_identifier`, facts.books, problems) ?? '',
      tags: resolveTags({ ...line, field }, facts, problems, [], lineItemTagsFrom),
    })),
    allocations: [],
    refunded: [],
    tags: resolveTags(requested, facts, problems),
    createdAt,
    deletedAt: null,
  }
  problems.throwIfAny()
  return credit
}
