import type { Tx } from '@pacioli/db'
import { DomainError, refused } from '@pacioli/errors'
import type { InvoicePayment } from '../receivables/invoice-payment.ts'
import { findSpendersOfCredit } from './credit-spenders.store.ts'

/** The refusal with the documents that spent the credit. */
export async function withSpenders(tx: Tx, { id, contactId }: InvoicePayment, error: unknown): Promise<unknown> {
  if (!(error instanceof DomainError) || error.errorEnum !== 'OverAllocated') return error
  const spenders = await findSpendersOfCredit(tx, contactId)
  const named = spenders.map((one) => `${one.type.replace('_', ' ')} ${one.id}`).join(', ')
  return refused(
    'OverAllocated',
    `The credit that the payment ${id} left is spent: by ${named}. Take that back first.`,
    { ...error.problems[0].meta, field: 'paymentId', value: id, spent_by: spenders },
    { cause: error },
  )
}
