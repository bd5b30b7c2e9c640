/** Customers for tests, created by the real use case. */
import type {
  CreateCustomerRequest__Output,
  Customer__Output,
  UpdateCustomerRequest__Output,
} from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { TestBilling } from './billing.test-helpers.ts'
import { moveCredits } from '../contacts/customer-credit.store.ts'
import { createCustomer } from './use-cases.test-helpers.ts'

export type CustomerInput = Partial<CreateCustomerRequest__Output>

export const customerInput = (input: CustomerInput = {}): CreateCustomerRequest__Output => ({
  company_name: 'Engines Ltd',
  tags: [],
  ...input,
})

export async function makeCustomer(
  billing: TestBilling,
  request: BusinessWrite,
  input: CustomerInput = {},
): Promise<Customer__Output> {
  const { data } = await createCustomer(billing, request, customerInput(input))
  return data as Customer__Output
}

export const changeOf = (
  { id }: { id: string },
  change: Partial<UpdateCustomerRequest__Output>,
): UpdateCustomerRequest__Output => ({ customer_id: id, cleared: [], ...change })

/** Moves credits as a document would. */
export const move = (
  billing: TestBilling,
  request: BusinessWrite,
  deltas: Readonly<Record<string, number>>,
): Promise<Record<string, number>> =>
  billing.db.transact(request, async (tx) =>
    Object.fromEntries(
      await moveCredits(
        tx,
        Object.entries(deltas).map(([contactId, amount]) => ({ contactId, day: '2026-01-10', amount })),
        (id) => `credit of ${id}`,
      ),
    ),
  )
