/** Postings and books as the ledger's messages. */
import type { AskBooksResponse__Output, Posting as PostingMessage } from '@pacioli/protos/ledger'
import { currentActor, currentRequestId } from '@pacioli/telemetry'
import { accountKey, Books, tagKey, type AskedAccount, type AskedTag, type Question, type Headroom } from './books.ts'
import type { Posting, PostingTag } from './posting.ts'

const toTag = ({ definitionId, key, value }: PostingTag) => ({ definition_id: definitionId, key, value })

/** Properties without a value are left out of the message. */
const given = <Name extends string>(name: Name, value: string | null | undefined): { [name in Name]?: string } =>
  value === null || value === undefined ? {} : ({ [name]: value } as { [name in Name]: string })

export function toMessage(posting: Posting): PostingMessage {
  const head = {
    posting_key: posting.postingKey,
    source_type: posting.source.type,
    source_id: posting.source.id,
    agent: posting.agent ?? 'API',
    entry_at: posting.entryAt.toISOString(),
    ...given('memo', posting.memo),
    // Stored with the posting: it may be delivered long after the request.
    ...given('request_id', currentRequestId()),
    ...given('actor', currentActor()),
  }
  if ('reverses' in posting) return { ...head, reverses: posting.reverses }
  return {
    ...head,
    entry_type: posting.entryType,
    basis: posting.basis,
    ...given('reference_number', posting.referenceNumber),
    line_items: posting.lines.map((line) => ({
      account_identifier: { type: 'AccountId', id: line.accountId },
      amount: line.amount,
      direction: line.direction,
      ...given('memo', line.memo),
      ...given('document_id', line.documentId),
      ...given('customer_id', line.customerId),
      ...given('vendor_id', line.vendorId),
      tags: (line.tags ?? []).map(toTag),
    })),
    tags: (posting.tags ?? []).map(toTag),
  }
}

/** A ledger of the previous version reports no headroom: it refuses afterwards, as before. */
function headroomIn(
  { withHeadroom }: Question,
  { room }: AskBooksResponse__Output,
  askedAt: Date,
): Headroom | undefined {
  const left = room ?? (withHeadroom ? Number.MAX_SAFE_INTEGER : undefined)
  return left === undefined ? undefined : { left, askedAt }
}

/** The answer keyed by the question, so that use cases look things up by the names in their request. */
export function booksFrom(question: Question, answer: AskBooksResponse__Output, askedAt: Date): Books {
  const { accounts: askedAccounts = [], tags: askedTags = [] } = question
  if (answer.accounts.length !== askedAccounts.length || answer.tags.length !== askedTags.length)
    throw new TypeError(
      `Expected ${askedAccounts.length} accounts and ${askedTags.length} tags from the ledger, got ${answer.accounts.length} and ${answer.tags.length}`,
    )
  const archived = new Set(answer.archived_account_ids)
  const accounts = new Map<string, AskedAccount>()
  askedAccounts.forEach(({ identifier }, index) => {
    const found = answer.accounts[index]
    const id = found?.id?.id
    if (!found || id === undefined) return
    const account: AskedAccount = {
      id,
      name: found.name,
      accountNumber: found.account_number ?? null,
      stableName: found.stable_name?.stable_name ?? null,
      normality: found.normality === 'DEBIT' ? 'DEBIT' : 'CREDIT',
      type: found.account_type?.value ?? '',
      subtype: found.account_subtype?.value ?? '',
      isArchived: archived.has(id),
    }
    accounts.set(accountKey(identifier), account)
    accounts.set(accountKey({ type: 'AccountId', id }), account)
  })
  const tags = new Map<string, AskedTag>()
  askedTags.forEach(({ input }, index) => {
    const found = answer.tags[index]
    if (!found) return
    tags.set(tagKey(input), {
      definitionId: found.definition_id,
      dimensionId: found.dimension_id,
      key: found.key,
      value: found.value,
      dimensionDisplayName: found.dimension_display_name ?? null,
      valueDisplayName: found.value_display_name ?? null,
      strictness: found.strictness,
    })
  })
  return new Books({
    epoch: answer.books_epoch,
    closedThrough: answer.closed_through === undefined ? null : new Date(answer.closed_through),
    businessArchivedAt: answer.business_archived_at === undefined ? null : new Date(answer.business_archived_at),
    accounts,
    tags,
    headroom: headroomIn(question, answer, askedAt),
    matching: {
      roundingThreshold: answer.match_rounding_threshold,
      adjustmentThreshold: answer.match_adjustment_threshold,
      suggestsAdjustments: !answer.disable_adjustment_match_suggestions,
    },
  })
}
