import type { Tx } from '@pacioli/db'
import { collectProblems, Problems } from '@pacioli/errors'
import type { WriteOffAnswer, WriteOffInvoiceRequest__Output } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { createDocument, type Facts } from '../document-writes/create-document.ts'
import { lockDocument, inNextVersion } from '../document-writes/document-changes.ts'
import { refuseEarlier } from '../documents/day-order.ts'
import { byStableName } from '../posting/named-accounts.ts'
import { prefetchTagsThere } from '../posting/prefetch-stored.ts'
import { resolveAccount, resolveTags } from '../posting/resolve-names.ts'
import { MAX_ALLOCATIONS } from '../receivables/allocate-to-invoices.ts'
import { INVOICES } from '../receivables/invoice.kind.ts'
import { amountsOf, requireNotVoided, type Invoice } from '../receivables/invoice.ts'
import { prefetchReceivableAccounts } from '../receivables/receivable-accounts.ts'
import { recordReceivables } from '../receivables/record-receivables.ts'
import { requireUnvoided, takenByAnotherInvoice } from '../receivables/invoice-of-request.ts'
import { findWriteOffByExternalId } from '../receivables/write-off.store.ts'
import { WRITE_OFFS, type WriteOff } from '../receivables/write-off.kind.ts'
import { askedIfNamed } from '../requests/asked.ts'
import { refuseOtherThan } from '../requests/repeats.ts'
import { readRequest } from '../requests/request-reader.ts'
import { prefetchTags } from '../tags/tag-inputs.ts'

type RequestedWriteOff = ReturnType<typeof requestedWriteOff>

/**
 * Writes off what will not be paid of an invoice: a cost, no longer a receivable. If the external_id exists, that document
 * is returned as it is.
 * @throws InvalidPayload, InvoiceNotFound, InvoiceVoided, OverAllocated for more than is outstanding, TooManyAllocations,
 *   DuplicateExternalId where it is another invoice's, AccountNotFound, AccountArchived, ControlAccount, TagValueArchived,
 *   DuplicateTagDimension, PeriodClosed, DatedTooEarly, and what `createDocument` throws
 */
export function writeOffInvoice(
  billing: Billing,
  request: BusinessWrite,
  input: WriteOffInvoiceRequest__Output,
): Promise<WriteOffAnswer> {
  const requested = requestedWriteOff(input, billing.now())
  const { invoiceId } = requested
  return createDocument(billing, request, {
    kind: WRITE_OFFS,
    findEarlier: (tx) => findEarlier(tx, requested),
    find: (tx) => requireUnvoided(tx, invoiceId),
    prefetch: async (tx, asking, { tags }) => {
      prefetchReceivableAccounts(asking)
      asking.account(requested.account, 'destination_ledger_account')
      prefetchTags(asking, requested.tags, 'tags')
      // Its entry carries the tags of the invoice, too.
      await prefetchTagsThere(tx, asking, tags, 'invoiceId')
    },
    lock: async (deciding) => {
      const before = await lockDocument(deciding.tx, INVOICES, invoiceId)
      return async (facts) => {
        const after = newWriteOff(before, requested, facts)
        const invoices = [inNextVersion(before, { writeOffs: [...before.writeOffs, after] }, facts.now)]
        return { after, sources: await recordReceivables(deciding, { invoices }) }
      }
    },
  })
}

/** A write-off as a request states it. @throws InvalidPayload; every problem at once */
const requestedWriteOff = (input: WriteOffInvoiceRequest__Output, now: Date) =>
  readRequest(input, (read) => ({
    invoiceId: input.invoice_id.toLowerCase(),
    externalId: input.external_id ?? null,
    asked: askedIfNamed(input),
    /** Null for all that is outstanding. */
    amount: read.amount('amount', 1) ?? null,
    writeOffAt: read.instant('write_off_at') ?? now,
    account: read.account('destination_ledger_account') ?? byStableName('BAD_DEBT'),
    memo: input.memo ?? null,
    tags: input.tags,
  }))

/** The document that has the external_id. @throws DuplicateExternalId, ExternalIdReused, InvoiceNotFound */
async function findEarlier(tx: Tx, requested: RequestedWriteOff): Promise<WriteOff | undefined> {
  const { externalId, invoiceId } = requested
  const earlier = externalId === null ? undefined : await findWriteOffByExternalId(tx, externalId)
  if (!earlier) return undefined
  if (earlier.invoiceId !== invoiceId) {
    const taken = `A write-off of another invoice has the external_id ${externalId}.`
    throw await takenByAnotherInvoice(tx, invoiceId, taken, { value: externalId, invoice_id: earlier.invoiceId })
  }
  await refuseOtherThan(tx, 'invoice_write_offs', earlier.id, requested)
  return earlier
}

/** @throws every problem at once */
function newWriteOff(invoice: Invoice, requested: RequestedWriteOff, facts: Facts): WriteOff {
  const { books, newId, now, timeZone } = facts
  requireNotVoided(invoice)
  const problems = new Problems()
  const { outstandingBalance } = amountsOf(invoice)
  const amount = requested.amount ?? outstandingBalance
  refuseTooMuch(invoice, amount, outstandingBalance, problems)
  const { account, ...head } = requested
  const accountId = resolveAccount(account, 'destination_ledger_account', books, problems) ?? ''
  collectProblems(problems, () => books.requireOpenAt(requested.writeOffAt, 'write_off_at'))
  const sent = { at: invoice.documentDate, what: `The invoice ${invoice.id} was sent` }
  refuseEarlier({ at: requested.writeOffAt, field: 'write_off_at' }, sent, timeZone, problems)
  const tags = resolveTags(requested, facts, problems)
  problems.throwIfAny()
  return {
    ...head,
    id: newId(),
    amount,
    accountId,
    tags,
    importedAt: now,
    updatedAt: now,
    deletedAt: null,
  }
}

function refuseTooMuch(invoice: Invoice, amount: number, outstandingBalance: number, problems: Problems): void {
  if (amount > outstandingBalance || outstandingBalance === 0)
    problems.add(
      'OverAllocated',
      outstandingBalance === 0
        ? `Nothing of the invoice ${invoice.id} is outstanding.`
        : `${amount} would be written off of the invoice ${invoice.id}; ${outstandingBalance} of it is outstanding.`,
      { field: 'amount', value: amount, invoice_id: invoice.id, outstanding_balance: outstandingBalance },
    )
  // Those that were undone count: the invoice is shown with them.
  else if (invoice.writeOffs.length >= MAX_ALLOCATIONS)
    problems.add(
      'TooManyAllocations',
      `The invoice ${invoice.id} has ${MAX_ALLOCATIONS} write-offs, and takes no more.`,
      { field: 'invoiceId', value: invoice.id },
    )
}
