/** Closings as messages of the public API. */
import { refused } from '@pacioli/errors'
import type {
  ClosingAction as ClosingActionMessage,
  ClosingInput,
  ClosingInput__Output,
  ClosingPreview,
  ClosingSeal,
} from '@pacioli/protos/ledger'
import { MAX_MESSAGE_BYTES } from '@pacioli/rpc'
import type { Seal } from '@pacioli/seals'
import { instantOf } from '../instant-of.ts'
import { toEntryMessage, toTagMessage } from '../journal/entry.messages.ts'
import type { JournalEntry } from '../journal/journal-entry.ts'
import type { ClosingAction } from './closing-action.ts'
import { throughOf, type ClosingRequest, type ClosingWindow } from './closing.ts'
import type { DecidedClosings } from './decide-closings.ts'

/** @throws InvalidPayload */
export function toClosingRequest(input: ClosingInput__Output): ClosingRequest {
  const startsAt = input.ledger_activity_start_timestamp
  return {
    through: throughOf(input.year, input.effective_date),
    startsAt: startsAt === undefined ? null : instantOf(startsAt, 'ledger_activity_start_timestamp'),
    target: input.retained_earnings_target_account ?? null,
    override: input.override_default_tagging_strategy?.tags ?? null,
    memo: input.memo ?? null,
    metadata: input.metadata ?? null,
    referenceNumber: input.reference_number ?? null,
  }
}

export const toInputMessage = (request: ClosingRequest): ClosingInput => ({
  year: 'year' in request.through ? request.through.year : undefined,
  effective_date: 'effectiveDate' in request.through ? request.through.effectiveDate : undefined,
  memo: request.memo ?? undefined,
  metadata: request.metadata ?? undefined,
  reference_number: request.referenceNumber ?? undefined,
  ledger_activity_start_timestamp: request.startsAt?.toISOString(),
  retained_earnings_target_account: request.target,
  override_default_tagging_strategy: request.override && { tags: [...request.override] },
})

const toWindowMessage = ({ startsAt, closesAt }: ClosingWindow) => ({
  starts_at: startsAt.toISOString(),
  closes_at: closesAt.toISOString(),
})

/** What is told beside the closings. */
export const toClosingMeta = ({ window, leftOut }: Pick<DecidedClosings, 'window' | 'leftOut'>) => ({
  ...(window ? { window: toWindowMessage(window) } : {}),
  ...(leftOut ? { left_out: { ...leftOut, before: leftOut.before.toISOString() } } : {}),
})

export function toPreviewMessage(
  request: ClosingRequest,
  window: ClosingWindow,
  [primary, ...secondary]: readonly JournalEntry[],
): ClosingPreview {
  if (!primary) throw new Error('a closing has an entry')
  return {
    ...toWindowMessage(window),
    closing_action: toInputMessage(request),
    primary_entry: toEntryMessage(primary),
    secondary_entries: secondary.map(toEntryMessage),
  }
}

export const toClosingMessage = (action: ClosingAction): ClosingActionMessage => ({
  id: action.id,
  business_id: action.businessId,
  template_closing_action_id: action.requestId,
  closing_action: toInputMessage(action.request),
  primary_entry: toEntryMessage(action.primary),
  secondary_entries: action.secondary.map(toEntryMessage),
  ...toWindowMessage(action),
  transaction_tags: action.primary.tags.map(toTagMessage),
  created_at: action.createdAt.toISOString(),
  reversed_at: action.reversedAt?.toISOString(),
  ...(action.seal && { seal: toSealMessage(action.seal) }),
})

const toSealMessage = ({ size, root, note, sealedAt }: Seal): ClosingSeal => ({
  log: 'LEDGER',
  size,
  root: root.toString('base64'),
  note,
  sealed_at: sealedAt.toISOString(),
})

/**
 * Memo and metadata are repeated in every entry, and lines carry the names of their tags, so an answer can be too long to
 * send: refuse that before anything is written. The message is shorter than this JSON.
 * @throws PayloadTooLarge
 */
export function refuseLongAnswer(data: readonly object[]): void {
  const bytes = Buffer.byteLength(JSON.stringify(data))
  if (bytes <= MAX_MESSAGE_BYTES) return
  throw refused(
    'PayloadTooLarge',
    `The answer would have ${data.length} closing actions in ${bytes} bytes; at most ${MAX_MESSAGE_BYTES} can be given. ` +
      'Shorten memo and metadata, or close it part by part with override_default_tagging_strategy.',
    { field: 'override_default_tagging_strategy' },
  )
}

export const closingNotFound = (closingId: string) =>
  refused('ClosingNotFound', `The business has no closing ${closingId}.`, { field: 'closingId', value: closingId })
