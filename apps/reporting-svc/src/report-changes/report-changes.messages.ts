import type { ChangedEntry, MovedAccount, ReportedAccount } from '@pacioli/protos/reporting'
import { describedAs } from '../statements/entry.ts'
import type { KnownAccount } from '../statements/account-sums.ts'
import type { PostedEntry } from './changed-entries.store.ts'
import { shownMove, type Move } from './report-changes.ts'

/** What the ledger tells of an entry that it has recorded. */
export type EntryRecord = { position: number; recorded_at: string; event_type: string }

export const accountMessage = ({ id, name, accountNumber, stableName, normality }: KnownAccount): ReportedAccount => ({
  id,
  name: name ?? id,
  account_number: accountNumber ?? undefined,
  stable_name: stableName ?? undefined,
  normality: normality ?? 'DEBIT',
})

/** @throws AmountOutOfRange */
export const moveMessage = (move: Move): MovedAccount => ({ account: accountMessage(move.account), ...shownMove(move) })

export function entryMessage(
  businessId: string,
  record: EntryRecord,
  entry: PostedEntry,
  accounts: ReadonlyMap<string, KnownAccount>,
): ChangedEntry {
  const isRecorded = record.event_type === 'posted'
  return {
    entry_id: entry.id,
    url: `/v1/businesses/${businessId}/ledger/entries/${entry.id}`,
    kind: isRecorded ? 'RECORDED' : 'RETAGGED',
    recorded_position: record.position,
    recorded_at: record.recorded_at,
    day: entry.day,
    entry_at: entry.entryAt.toISOString(),
    description: entry.memo ?? describedAs(entry.sourceType),
    reference_number: entry.referenceNumber ?? undefined,
    source_type: entry.sourceType ?? undefined,
    source_id: entry.sourceId ?? undefined,
    reversal_of_id: entry.reversalOfId ?? undefined,
    line_items: (isRecorded ? entry.lines : []).map(({ id, accountId, amount, direction, memo }) => ({
      id,
      account: accountMessage(accounts.get(accountId) ?? { id: accountId }),
      amount,
      direction,
      memo: memo ?? undefined,
    })),
  }
}
