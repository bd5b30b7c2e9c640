/** Turns requests into drafts to be decided. */
import { refused } from '@pacioli/errors'
import { canonicalRequestOf } from '@pacioli/fields'
import type { JournalEntryInput__Output, LineItemInput__Output, PostingLine__Output } from '@pacioli/protos/ledger'
import { type BusinessWrite, isUuid } from '@pacioli/rpc'
import { instantOf } from '../instant-of.ts'
import type { Ledger } from '../ledger.ts'
import { withDefinitionsById, NO_TAGS, type KnownTags } from '../tags/tag.ts'
import { loadDefinitions, loadKnownTags } from '../tags/tag.store.ts'
import type { EntryDraft, EntryHead, LineDraft } from './journal-entry.ts'

export function toLineDrafts(
  lines: readonly (LineItemInput__Output | PostingLine__Output)[],
  field: string,
): LineDraft[] {
  return lines.map((line, index) => {
    if (!line.account_identifier)
      throw refused('InvalidPayload', 'Every line names its account.', {
        field: `${field}line_items.${index}.account_identifier`,
      })
    return {
      account: line.account_identifier,
      amount: line.amount,
      direction: line.direction,
      memo: line.memo ?? null,
      documentId: 'document_id' in line ? idOf(line.document_id, `${field}line_items.${index}.document_id`) : null,
      customerId: idOf(line.customer_id, `${field}line_items.${index}.customer_id`),
      vendorId: idOf(line.vendor_id, `${field}line_items.${index}.vendor_id`),
      tags: line.tags,
    }
  })
}

/** @throws InvalidPayload */
function idOf(id: string | undefined, field: string): string | null {
  if (id === undefined) return null
  if (isUuid(id)) return id
  throw refused('InvalidPayload', 'Expected an id, a UUID.', { field, value: id })
}

const manualHead: Pick<
  EntryHead,
  'postingKey' | 'entryType' | 'basis' | 'agent' | 'sourceType' | 'sourceId' | 'reversalOfId'
> = {
  postingKey: null,
  entryType: 'MANUAL',
  basis: 'BOTH',
  agent: 'API',
  sourceType: null,
  sourceId: null,
  reversalOfId: null,
}

/** A manual entry; it belongs to the books of both bases (docs/POSTING-RULES.md, "Which basis"). */
export const toManualDraft = (
  { unknown_parties, ...input }: JournalEntryInput__Output,
  field: string,
  actor: string | null,
): EntryDraft => ({
  ...manualHead,
  actor,
  field,
  externalId: input.external_id ?? null,
  asked: input.external_id === undefined ? undefined : canonicalRequestOf(input),
  entryAt: instantOf(input.entry_at, `${field}entry_at`),
  memo: input.memo ?? null,
  metadata: input.metadata ?? null,
  referenceNumber: input.reference_number ?? null,
  lines: toLineDrafts(input.line_items, field).map((line) => ({
    ...line,
    unknownIds: { customerId: unknown_parties?.customer_ids ?? [], vendorId: unknown_parties?.vendor_ids ?? [] },
  })),
  tags: input.tags,
})

/** The definitions that the drafts' tags name; nothing is read for drafts without tags. */
export async function knownTagsOf(
  ledger: Ledger,
  request: BusinessWrite,
  drafts: readonly EntryDraft[],
): Promise<KnownTags> {
  const named = drafts.flatMap((draft) => [...draft.tags, ...draft.lines.flatMap((line) => line.tags)])
  if (named.length === 0) return NO_TAGS
  const ids = named.flatMap(({ definition_id = '' }) => (isUuid(definition_id) ? [definition_id] : []))
  return ledger.db.transact(request, async (tx) => {
    const known = await loadKnownTags(tx, request.businessId, named)
    return ids.length === 0 ? known : withDefinitionsById(known, await loadDefinitions(tx, request.businessId, ids))
  })
}
