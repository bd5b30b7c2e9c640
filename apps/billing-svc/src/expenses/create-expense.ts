import type { BillAnswer, ExpenseInput__Output } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { createAll } from '../bills/create-bills.ts'
import { requestedExpense } from '../bills/requested-bill.ts'
import { RequestReader } from '../requests/request-reader.ts'
import { onlyOne } from '../document-writes/create-documents.ts'

/**
 * Creates an expense, paid on the spot, possibly without a vendor: a bill that owes nothing. If its external_id exists, that
 * document is returned as it is.
 * @throws what `createAll` of bills throws
 */
export const createExpense = async (
  billing: Billing,
  request: BusinessWrite,
  input: ExpenseInput__Output,
): Promise<BillAnswer> =>
  onlyOne(
    await createAll(billing, request, (clock, problems) => [
      requestedExpense(new RequestReader(input, '', problems), clock),
    ]),
  )
