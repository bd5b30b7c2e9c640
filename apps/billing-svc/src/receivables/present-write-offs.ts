/** Write-offs as callers see them. */
import type { Tx } from '@pacioli/db'
import type { WriteOff as WriteOffMessage } from '@pacioli/protos/billing'
import type { Moment } from '../documents/moment.ts'
import { pick, toSendable } from '../documents/wire-format.ts'
import { toAccountSummary } from '../posting/present-accounts.ts'
import { loadDocumentNames, type DocumentNames, type Named } from '../presenting/document-names.ts'
import { toDocumentTags } from '../tags/present-tags.ts'
import type { WriteOff } from './write-off.ts'

/** Fields that events and answers share. */
export const shownOfWriteOff = (writeOff: WriteOff) => ({
  ...pick(writeOff, ['id', 'externalId', 'amount', 'writeOffAt', 'memo', 'importedAt', 'updatedAt', 'deletedAt']),
})

/** What must be loaded to present a write-off. */
export const namedByWriteOff = ({ accountId, tags }: WriteOff): Named => ({ accountIds: [accountId], tags })

export const toWriteOffMessage = (writeOff: WriteOff, names: DocumentNames): WriteOffMessage => ({
  ...toSendable(shownOfWriteOff(writeOff)),
  invoice_id: writeOff.invoiceId,
  destination_ledger_account: toAccountSummary(writeOff.accountId, names.accounts),
  transaction_tags: toDocumentTags(writeOff.tags, names.tags),
})

/** In the order given, in a constant number of statements. */
export async function presentWriteOffs(tx: Tx, writeOffs: readonly WriteOff[], at: Moment): Promise<WriteOffMessage[]> {
  const names = await loadDocumentNames(tx, writeOffs.map(namedByWriteOff), at)
  return writeOffs.map((writeOff) => toWriteOffMessage(writeOff, names))
}
