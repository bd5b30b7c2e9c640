import type { BankTransaction__Output } from '@pacioli/protos/banking'
import { withMetadata } from './public-entry.ts'

/** Metadata is kept as JSON text, and shown as the object it is; so is that of the transaction within a match. */
export function publicTransaction(transaction: BankTransaction__Output): unknown {
  const { match } = transaction
  if (!match?.bank_transaction) return withMetadata(transaction)
  return { ...withMetadata(transaction), match: { ...match, bank_transaction: withMetadata(match.bank_transaction) } }
}
