/** Wanted credits with what their names stand for. */
import { collectProblems, Problems } from '@pacioli/errors'
import type { Asking, Books } from '@pacioli/postings'
import type { StoredBill } from '../payables/stored-bill.ts'
import type { NamedBill } from '../payables/named-bills.store.ts'
import { askTags, lineItemTagsFrom, tagsFrom, type Making } from '../tags/tag-inputs.ts'
import type { ResolvedAllocation } from '../payables/allocate-credit.ts'
import type { VendorCredit, VendorCreditLineItem } from '../payables/vendor-credit.ts'
import type { WantedAllocation, WantedCredit, WantedLine } from '../payables/wanted-credit.ts'
import { namedAccount } from '../posting/named-accounts.ts'

/** @param named the bill of each, in their order; all of them are held */
export const resolveAllocations = (
  wanted: readonly WantedAllocation[],
  named: readonly NamedBill[],
  held: ReadonlyMap<string, StoredBill>,
): ResolvedAllocation[] =>
  wanted.flatMap((one, index) => {
    const bill = held.get(named[index]?.id ?? '')
    return bill ? [{ ...one, bill }] : []
  })

/** Asks for the accounts and tags that the request names. */
export function askForCredit(asking: Asking, { lines, tags }: WantedCredit): void {
  askTags(asking, tags, 'tags')
  for (const line of lines) {
    asking.account(line.account, `${line.field}account_identifier`)
    askTags(asking, line.tags, `${line.field}tags`)
  }
}

/**
 * Without allocations as yet.
 * @throws ControlAccount, AccountArchived, DuplicateTagDimension, BalancingTagViolation; AskAgain
 */
export function newCredit(
  head: { businessId: string; vendorId: string },
  wanted: WantedCredit,
  books: Books,
  making: Making,
): VendorCredit {
  const problems = new Problems()
  const lineItems = wanted.lines.map((line) => newLine(line, books, making, problems))
  const tags = collectProblems(problems, () => tagsFrom(wanted.tags, books, making, 'tags')) ?? []
  problems.throwIfAny()
  return {
    id: making.newId(),
    ...head,
    externalId: wanted.externalId,
    asked: wanted.asked,
    receivedAt: wanted.receivedAt,
    lineItems,
    allocations: [],
    tags,
    memo: wanted.memo,
    metadata: wanted.metadata,
    referenceNumber: wanted.referenceNumber,
    version: 1,
    createdAt: making.now,
    updatedAt: making.now,
    deletedAt: null,
  }
}

/** Every problem is added to `problems`. */
function newLine(wanted: WantedLine, books: Books, making: Making, problems: Problems): VendorCreditLineItem {
  const { field, account, tags, ...line } = wanted
  return {
    ...line,
    id: making.newId(),
    accountId: collectProblems(problems, () => namedAccount(books, account, `${field}account_identifier`).id) ?? '',
    tags: collectProblems(problems, () => lineItemTagsFrom(tags, books, making, `${field}tags`)) ?? [],
  }
}
