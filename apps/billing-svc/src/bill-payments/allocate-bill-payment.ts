import type { Tx } from '@pacioli/db'
import { Problems, refused } from '@pacioli/errors'
import { loadTagDefinitions, meetBusiness, type KnownBusiness } from '@pacioli/ledger-facts'
import { Asking, decideOnce, type Books, type Source } from '@pacioli/postings'
import type { AllocateBillPaymentRequest__Output, BillPaymentAnswer } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { lockBills } from '../payables/bill.store.ts'
import { momentFrom } from '../requests/moments.ts'
import { findNamedBills } from '../payables/named-bills.ts'
import { askForPayableAccounts, payableAccounts } from '../payables/payable-accounts.ts'
import { definitionIdsOf } from '../tags/present-tags.ts'
import { recordBills } from '../payables/record-bills.ts'
import { askKeptTags } from '../tags/tag-inputs.ts'
import { allocate } from './allocate.ts'
import { lockPayments } from '../payables/bill-payment.store.ts'
import type { BillPayment } from '../payables/bill-payment.ts'
import { changePayments } from '../payables/change-payments.ts'
import { requirePayment, requireThere } from '../payables/lock-payments.ts'
import { presentPayments } from '../payables/present-bill-payments.ts'
import { askForAllocations, resolveAllocations } from './resolve-allocations.ts'
import { wantedAllocation, type WantedAllocation } from './wanted-payment.ts'

type Answer = Pick<BillPaymentAnswer, 'data' | 'created'>

type Wanted = WantedAllocation & {
  paymentId: string
  /** Null where the request names none. */
  allocatedAt: Date | null
}

/**
 * Allocates to a bill what no bill has got yet of a payment.
 * @throws BillPaymentNotFound, DocumentDeleted, BillNotFound, VendorMismatch, BillVoided, OverAllocated,
 *   TooManyAllocations, InvalidPayload, AccountArchived, TagValueArchived, DuplicateTagDimension, PeriodClosed,
 *   PostingFailed, BusinessNotFound, BusinessArchived, VersionConflict, ServiceUnavailable
 */
export async function allocateBillPayment(
  billing: Billing,
  request: BusinessWrite,
  input: AllocateBillPaymentRequest__Output,
): Promise<BillPaymentAnswer> {
  const business = await meetBusiness(billing, request)
  const wanted = wantedFrom(input)
  const { data, posting } = await decideOnce<Answer>(billing, request, business, {
    ask: (tx) => askFor(tx, business.id, wanted),
    write: (tx, books) => write(tx, billing, business, books, wanted),
  })
  return { ...data, posting }
}

/** @throws InvalidPayload */
function wantedFrom({ payment_id, allocation, allocated_at }: AllocateBillPaymentRequest__Output): Wanted {
  if (!allocation) throw refused('InvalidPayload', 'Expected what to allocate.', { field: 'amount' })
  const problems = new Problems()
  const wanted = wantedAllocation(allocation, '', problems)
  problems.throwIfAny()
  return {
    ...wanted,
    paymentId: payment_id.toLowerCase(),
    allocatedAt: momentFrom(allocated_at, 'allocated_at', null),
  }
}

async function askFor(tx: Tx, businessId: string, wanted: Wanted): Promise<Asking> {
  const payment = await requirePayment(tx, businessId, wanted.paymentId)
  requireThere(payment)
  const named = await findNamedBills(tx, businessId, [wanted])
  const asking = new Asking()
  askForPayableAccounts(asking)
  askKeptTags(asking, payment.tags, await loadTagDefinitions(tx, businessId, definitionIdsOf(payment.tags)))
  await askForAllocations(tx, asking, businessId, [wanted], named)
  return asking
}

async function write(
  tx: Tx,
  billing: Billing,
  business: KnownBusiness,
  books: Books,
  wanted: Wanted,
): Promise<{ data: Answer; sources: Source[] }> {
  const named = await findNamedBills(tx, business.id, [wanted])
  const held = await lockBills(
    tx,
    business.id,
    named.map(({ id }) => id),
  )
  const [before] = await lockPayments(tx, business.id, [wanted.paymentId])
  if (!before) throw new Error(`the payment ${wanted.paymentId} was there, and payments stay`)
  requireThere(before)
  const now = billing.now()
  const allocatedAt = allocatedAtOf(before, wanted, now)
  books.requireOpenAt(allocatedAt, 'allocated_at')
  const making = { newId: billing.newId, now }
  const resolved = await resolveAllocations(tx, business.id, books, [wanted], { named, held, making })
  const { payment, bills } = allocate(before, resolved, {
    accounts: payableAccounts(books),
    allocatedAt,
    isLater: true,
    ...making,
  })
  const after = { ...payment, version: before.version + 1, updatedAt: now }
  const sources = await changePayments(tx, billing, business, books, [{ before, after }])
  await recordBills(tx, billing, business.id, bills)
  return { data: { data: (await presentPayments(tx, business.id, [after]))[0], created: true }, sources }
}

/** What was not paid yet cannot be allocated. @throws InvalidPayload */
function allocatedAtOf({ paidAt }: BillPayment, { allocatedAt }: Wanted, now: Date): Date {
  if (allocatedAt === null) return now < paidAt ? paidAt : now
  if (allocatedAt < paidAt)
    throw refused('InvalidPayload', `The payment was made at ${paidAt.toISOString()}: nothing is allocated before.`, {
      field: 'allocated_at',
      value: allocatedAt.toISOString(),
    })
  return allocatedAt
}
