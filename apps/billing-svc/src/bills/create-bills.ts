import { collectProblems, Problems } from '@pacioli/errors'
import type { KnownBusiness } from '@pacioli/ledger-facts'
import type { Bill as BillMessage, BillAnswer, BillInput__Output, CreateBillsResponse } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Tx } from '@pacioli/db'
import type { Billing } from '../billing.ts'
import { VENDORS } from '../contacts/vendor.ts'
import { createDocuments, onlyOne, type CreatedDocuments } from '../document-writes/create-documents.ts'
import { added } from '../document-writes/document-changes.ts'
import { BILLS } from '../payables/bill.kind.ts'
import { duplicateExternalId, type Bill } from '../payables/bill.ts'
import { recordPayables } from '../payables/record-payables.ts'
import { RequestReader } from '../requests/request-reader.ts'
import { TAXES_PAID } from '../sales-taxes/tax-name.ts'
import { momentOf, type Moment } from '../documents/moment.ts'
import { prefetchBill, openBill, partsOf, requestedBill, type RequestedBill } from './requested-bill.ts'

/**
 * Creates a bill. If its external_id exists, that document is returned as it is.
 * @throws what `createAll` throws
 */
export const createBill = async (
  billing: Billing,
  request: BusinessWrite,
  input: BillInput__Output,
): Promise<BillAnswer> =>
  onlyOne(
    await createAll(billing, request, (clock, problems) => [
      requestedBill(new RequestReader(input, '', problems), clock),
    ]),
  )

/**
 * Creates many bills, all or none, in the order of the request; a repeated external_id refers to the first bill that has it.
 * @throws what `createAll` throws; InvalidPayload for too many
 */
export async function createBills(
  billing: Billing,
  request: BusinessWrite,
  inputs: readonly BillInput__Output[],
): Promise<CreateBillsResponse> {
  const { data, posting } = await createAll(billing, request, (clock, problems) =>
    inputs.map((input, index) => requestedBill(new RequestReader(input, `${index}.`, problems), clock)),
  )
  return { data: data.map(({ message }) => message), posting }
}

/**
 * @throws VendorNotFound, VendorArchived, AccountNotFound, AccountArchived, ControlAccount, TagValueArchived,
 *   DuplicateTagDimension, BalancingTagViolation, NegativeTotal, AmountOutOfRange, PeriodClosed, DuplicateExternalId, and
 *   what `createDocuments` throws
 */
export const createAll = (
  billing: Billing,
  request: BusinessWrite,
  read: (at: Moment, problems: Problems) => RequestedBill[],
): Promise<CreatedDocuments<BillMessage>> =>
  createDocuments<RequestedBill, { document: Bill }, Bill, BillMessage>(billing, request, {
    kind: BILLS,
    keptAs: 'bill',
    taxes: TAXES_PAID,
    read: (business: KnownBusiness, problems) => read(momentOf(billing, business), problems),
    partsOf,
    requireSame: requireSameKind,
    contacts: VENDORS,
    contactOf: ({ vendor }) => vendor,
    prefetch: prefetchBill,
    open: (requested, facts) => ({ document: openBill(requested, facts) }),
    record: (deciding, made) => {
      const placed = made.filter(({ requested }) => requested.field !== '')
      const fields = new Map(placed.map(({ document, requested }) => [document.id, `${requested.field}line_items`]))
      const bills = added(made.map(({ document }) => document))
      return recordPayables(deciding, { bills }, { fieldOf: ({ id }) => fields.get(id) })
    },
  })

/** Bills and expenses share their external ids. @throws DuplicateExternalId, naming each that is of the other kind */
async function requireSameKind(
  tx: Tx,
  requested: readonly RequestedBill[],
  existingIds: ReadonlyMap<string, string>,
): Promise<void> {
  if (existingIds.size === 0) return
  const bills = new Map((await BILLS.load(tx, [...existingIds.values()])).map((bill) => [bill.id, bill]))
  const problems = new Problems()
  for (const { externalId, spending, field } of requested) {
    const bill = bills.get(existingIds.get(externalId ?? '') ?? '')
    if (bill && (bill.spending === null) !== (spending === null))
      collectProblems(problems, () => {
        throw duplicateExternalId(externalId, `${field}external_id`)
      })
  }
  problems.throwIfAny()
}
