/** Write-offs: what of an invoice will not be paid. They stay when they are undone: `deletedAt`. Pure. */
import type { CanonicalRequest } from '@pacioli/fields'
import type { DocumentTag } from '../tags/tags.ts'

export type WriteOff = {
  id: string
  externalId: string | null
  /** What a request asked for to have it made; there only while it is made. */
  asked?: CanonicalRequest | undefined
  invoiceId: string
  amount: number
  writeOffAt: Date
  /** What it costs: BAD_DEBT unless the caller names another one. */
  accountId: string
  tags: readonly DocumentTag[]
  memo: string | null
  importedAt: Date
  updatedAt: Date
  deletedAt: Date | null
}
