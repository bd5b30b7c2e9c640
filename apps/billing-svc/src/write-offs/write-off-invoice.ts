import type { Tx } from '@pacioli/db'
import { collectProblems, Problems, refused } from '@pacioli/errors'
import { loadTagDefinitions } from '@pacioli/ledger-facts'
import type { LedgerPrefetch, Books } from '@pacioli/postings'
import type { WriteOffAnswer, WriteOffInvoiceRequest__Output } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { createDocument } from '../document-writes/create-document.ts'
import { notFound, requireDocument } from '../documents/document-kind.ts'
import { byStableName, namedAccount } from '../posting/named-accounts.ts'
import { MAX_ALLOCATIONS } from '../receivables/allocate-to-invoices.ts'
import { INVOICES } from '../receivables/invoice.kind.ts'
import { amountsOf, requireNotVoided, type Invoice } from '../receivables/invoice.ts'
import { prefetchReceivableAccounts } from '../receivables/receivable-accounts.ts'
import { recordReceivables } from '../receivables/record-receivables.ts'
import { findWriteOffByExternalId } from '../receivables/write-off.store.ts'
import { WRITE_OFFS, type WriteOff } from '../receivables/write-off.kind.ts'
import { askedIfNamed } from '../requests/asked.ts'
import { refuseOtherThan } from '../requests/repeats.ts'
import { readRequest } from '../requests/request-reader.ts'
import { definitionIdsOf } from '../tags/present-tags.ts'
import { prefetchStoredTags, prefetchTags, tagsFrom } from '../tags/tag-inputs.ts'

type RequestedWriteOff = ReturnType<typeof requestedWriteOff>

/**
 * Writes off what will not be paid of an invoice: a cost, no longer a receivable. If the external_id exists, that document
 * is returned as it is.
 * @throws InvalidPayload, InvoiceNotFound, InvoiceVoided, OverAllocated for more than is outstanding, TooManyAllocations,
 *   DuplicateExternalId where it is another invoice's, AccountNotFound, AccountArchived, ControlAccount, TagValueArchived,
 *   DuplicateTagDimension, PeriodClosed, and what `createDocument` throws
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
    requested,
    findEarlier: (tx) => findEarlier(tx, requested),
    find: async (tx) => {
      const invoice = await requireDocument(tx, INVOICES, invoiceId)
      requireNotVoided(invoice)
      return invoice
    },
    prefetch: (tx, asking, invoice) => prefetch(tx, asking, invoice, requested),
    lock: async (deciding) => {
      const { tx, books } = deciding
      const [before] = await INVOICES.lock(tx, [invoiceId])
      if (!before) throw notFound(INVOICES, invoiceId)
      return async () => {
        const now = billing.now()
        const made = newWriteOff(before, requested, { books, newId: billing.newId, now })
        const writeOffs = [...before.writeOffs, made]
        const after = { ...before, writeOffs, version: before.version + 1, updatedAt: now }
        return { made, sources: await recordReceivables(deciding, { invoices: [{ before, after }] }) }
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
    await requireDocument(tx, INVOICES, invoiceId)
    throw refused('DuplicateExternalId', `A write-off of another invoice has the external_id ${externalId}.`, {
      field: 'external_id',
      value: externalId,
      invoice_id: earlier.invoiceId,
    })
  }
  await refuseOtherThan(tx, 'invoice_write_offs', earlier.id, requested)
  return earlier
}

/** Its entry carries the tags of the invoice, too. */
async function prefetch(
  tx: Tx,
  asking: LedgerPrefetch,
  { tags }: Invoice,
  requested: RequestedWriteOff,
): Promise<void> {
  prefetchReceivableAccounts(asking)
  asking.account(requested.account, 'destination_ledger_account')
  prefetchTags(asking, requested.tags, 'tags')
  prefetchStoredTags(asking, tags, await loadTagDefinitions(tx, definitionIdsOf(tags)), 'invoiceId')
}

type Facts = { books: Books; newId: () => string; now: Date }

/** @throws every problem at once */
function newWriteOff(invoice: Invoice, requested: RequestedWriteOff, { books, newId, now }: Facts): WriteOff {
  requireNotVoided(invoice)
  const problems = new Problems()
  const { outstandingBalance } = amountsOf(invoice)
  const amount = requested.amount ?? outstandingBalance
  refuseTooMuch(invoice, amount, outstandingBalance, problems)
  const account = collectProblems(problems, () => namedAccount(books, requested.account, 'destination_ledger_account'))
  collectProblems(problems, () => books.requireOpenAt(requested.writeOffAt, 'write_off_at'))
  const tags = collectProblems(problems, () => tagsFrom(requested.tags, books, { newId, now }, 'tags'))
  problems.throwIfAny()
  const { amount: _amount, account: _account, tags: _tags, ...head } = requested
  return {
    ...head,
    id: newId(),
    amount,
    accountId: account?.id ?? '',
    tags: tags ?? [],
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
