/** Write-offs: the part of an invoice that will not be paid. Undone ones stay, with `deletedAt`. Pure. */
import type { CanonicalRequest } from '@pacioli/fields'
import type { DocumentTag } from '../tags/tags.ts'

export type WriteOff = {
  id: string
  externalId: string | null
  /** The canonical request of its create; present only while it is created. */
  asked?: CanonicalRequest | undefined
  invoiceId: string
  amount: number
  writeOffAt: Date
  /** The expense account: BAD_DEBT unless the caller names another. */
  accountId: string
  tags: readonly DocumentTag[]
  memo: string | null
  importedAt: Date
  updatedAt: Date
  deletedAt: Date | null
}
