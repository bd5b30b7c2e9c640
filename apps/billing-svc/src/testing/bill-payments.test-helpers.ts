/** Bill payments for tests, created by the real use cases. */
import type {
  AllocateBillPaymentRequest__Output,
  BillPayment__Output,
  BillPaymentInput__Output,
  ListBillPaymentsRequest__Output,
  PaymentAllocationInput__Output,
} from '@pacioli/protos/billing'
import type { TestBilling } from './billing.test-helpers.ts'
import type { TestPayables } from './bills.test-helpers.ts'
import { allocateBillPayment, createBillPayment } from './use-cases.test-helpers.ts'

type Allocation = Partial<PaymentAllocationInput__Output>

export type PaymentGiven = Partial<Omit<BillPaymentInput__Output, 'allocations'>> & {
  allocations?: readonly Allocation[]
}

const allocation = (given: Allocation): PaymentAllocationInput__Output => ({ amount: 0, tags: [], ...given })

/** 100 by ACH on 20 January 2026 at noon, by default; to the vendor where it has no allocations. */
export const paymentInput = (
  { contactId }: Pick<TestPayables, 'contactId'>,
  { allocations = [], ...given }: PaymentGiven = {},
): BillPaymentInput__Output => ({
  ...(allocations.length === 0 && given.vendor_external_id === undefined ? { vendor_id: contactId } : {}),
  paid_at: '2026-01-20T12:00:00Z',
  method: 'ACH',
  amount: 100,
  allocations: allocations.map(allocation),
  tags: [],
  ...given,
})

export async function makePayment(
  billing: TestBilling,
  payables: TestPayables,
  given: PaymentGiven = {},
): Promise<BillPayment__Output> {
  const { data } = await createBillPayment(billing, payables.request, paymentInput(payables, given))
  return data as BillPayment__Output
}

/** A payment of one bill. */
export const payBill = (
  billing: TestBilling,
  payables: TestPayables,
  { id: bill_id }: { id: string },
  amount: number,
  given: PaymentGiven = {},
): Promise<BillPayment__Output> =>
  makePayment(billing, payables, { amount, allocations: [{ bill_id, amount }], ...given })

export const allocationOf = (
  { id }: { id: string },
  { allocated_at, ...given }: Allocation & { allocated_at?: string },
): AllocateBillPaymentRequest__Output => ({
  payment_id: id,
  allocation: allocation(given),
  ...(allocated_at === undefined ? {} : { allocated_at }),
})

/** Allocates the remainder of a payment on 25 January 2026 at noon, by default. */
export async function allocateLater(
  billing: TestBilling,
  { request }: TestPayables,
  payment: { id: string },
  given: Allocation & { allocated_at?: string },
): Promise<BillPayment__Output> {
  const { data } = await allocateBillPayment(
    billing,
    request,
    allocationOf(payment, { allocated_at: '2026-01-25T12:00:00Z', ...given }),
  )
  return data as BillPayment__Output
}

export const paymentsAsked = (
  asked: Partial<ListBillPaymentsRequest__Output> = {},
): ListBillPaymentsRequest__Output => ({ page: null, reference_numbers: [], tag_values: [], ...asked })
