import type { OpeningBalance as OpeningBalanceMessage } from '@pacioli/protos/banking'
import type { OpeningBalance } from './opening-balance.ts'

export const toOpeningBalanceMessage = (opening: OpeningBalance): OpeningBalanceMessage & { id: string } => ({
  id: opening.id,
  external_account_id: opening.externalAccountId,
  balance: opening.balance,
  effective_at: opening.effectiveAt.toISOString(),
  memo: opening.memo ?? undefined,
  created_at: opening.createdAt.toISOString(),
  deleted_at: opening.deletedAt?.toISOString(),
})
