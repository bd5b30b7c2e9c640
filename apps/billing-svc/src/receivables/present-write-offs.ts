/** Write-offs as callers see them. */
import type { Tx } from '@pacioli/db'
import type { WriteOff as WriteOffMessage } from '@pacioli/protos/billing'
import { loadDocumentNames, type DocumentNames, type Named } from '../presenting/document-names.ts'
import { toAccountSummary } from '../posting/present-accounts.ts'
import { toDocumentTags } from '../tags/present-tags.ts'
import type { WriteOff } from './write-off.ts'

/** What has to be loaded to show a write-off. */
export const namedByWriteOff = ({ accountId, tags }: WriteOff): Named => ({ accountIds: [accountId], tags })

export const toWriteOffMessage = (writeOff: WriteOff, names: DocumentNames): WriteOffMessage => ({
  id: writeOff.id,
  external_id: writeOff.externalId ?? undefined,
  invoice_id: writeOff.invoiceId,
  amount: writeOff.amount,
  write_off_at: writeOff.writeOffAt.toISOString(),
  destination_ledger_account: toAccountSummary(writeOff.accountId, names.accounts),
  memo: writeOff.memo ?? undefined,
  transaction_tags: toDocumentTags(writeOff.tags, names.tags),
  imported_at: writeOff.importedAt.toISOString(),
  updated_at: writeOff.updatedAt.toISOString(),
  deleted_at: writeOff.deletedAt?.toISOString(),
})

/** In the order given, in a constant number of statements. */
export async function presentWriteOffs(
  tx: Tx,
  businessId: string,
  writeOffs: readonly WriteOff[],
): Promise<WriteOffMessage[]> {
  const names = await loadDocumentNames(tx, businessId, writeOffs.map(namedByWriteOff))
  return writeOffs.map((writeOff) => toWriteOffMessage(writeOff, names))
}
