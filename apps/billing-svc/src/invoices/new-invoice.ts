/** Requested invoices resolved by the ledger's facts, with the payments and refunds of the same request. Pure. */
import { collectProblems, Problems } from '@pacioli/errors'
import type { LedgerPrefetch } from '@pacioli/postings'
import { resolveAccount, resolveTags } from '../posting/resolve-names.ts'
import { requireOpenFor } from '../posting/standing-entries.ts'
import { prefetchReceivableAccounts, receivableAccounts } from '../receivables/receivable-accounts.ts'
import { prefetchLines, prefetchTaxes, lineItemFrom, taxesFrom } from '../line-items/resolve-lines.ts'
import type { TaxAccounts } from '../sales-taxes/sales-tax-accounts.ts'
import { prefetchTags } from '../tags/tag-inputs.ts'
import {
  prefetchDedicatedPayments,
  withDedicatedPayments,
  type InvoiceWithPayments,
} from '../receivables/dedicated-payments.ts'
import { entriesOfInvoice } from '../receivables/invoice.postings.ts'
import type { Invoice } from '../receivables/invoice.ts'
import { newDocument } from '../document-writes/create-document.ts'
import type { OpeningFacts } from '../document-writes/create-documents.ts'
import type { RequestedInvoice } from './requested-invoice.ts'

/** Prefetches what the invoice, its payments and refunds name, and the accounts that it is always posted to. */
export function prefetchInvoice(asking: LedgerPrefetch, requested: RequestedInvoice, taxAccounts: TaxAccounts): void {
  const { field, lines, taxes, tipsAccount, tags } = requested
  prefetchReceivableAccounts(asking)
  if (tipsAccount) asking.account(tipsAccount, `${field}tips_account`)
  prefetchLines(asking, lines, taxAccounts)
  prefetchTaxes(asking, taxes, taxAccounts)
  prefetchTags(asking, tags, `${field}tags`)
  prefetchDedicatedPayments(asking, requested)
}

/**
 * The new invoice with its payments and refunds, or every problem with it.
 * @throws AccountArchived, ControlAccount, DuplicateTagDimension, BalancingTagViolation, PeriodClosed, OverAllocated,
 *   OverRefunded, TooManyAllocations, InvalidPayload; RetryDecision
 */
export function newInvoice(requested: RequestedInvoice, contactId: string, facts: OpeningFacts): InvoiceWithPayments {
  const problems = new Problems()
  const invoice = bare(requested, contactId, facts, problems)
  problems.throwIfAny()
  return withDedicatedPayments({ invoice, recognized: [] }, requested, facts)
}

function bare(requested: RequestedInvoice, contactId: string, facts: OpeningFacts, problems: Problems): Invoice {
  const { books } = facts
  const { field, customer: _customer, lines, taxes, tipsAccount, ...rest } = requested
  const { payments: _payments, dedicatedRefunds: _refunds, ...head } = rest
  const invoice: Invoice = {
    ...head,
    ...newDocument(facts),
    contactId,
    tipsAccountId: resolveAccount(tipsAccount, `${field}tips_account`, books, problems),
    lineItems: lines.map(({ dedicatedRefunds: _, ...line }) => lineItemFrom(line, undefined, facts, problems)),
    additionalSalesTaxes: taxesFrom(taxes, [], facts, problems),
    paid: [],
    writeOffs: [],
    refunded: [],
    tags: resolveTags(requested, facts, problems),
  }
  const desired = entriesOfInvoice(invoice, receivableAccounts(books))
  collectProblems(problems, () => requireOpenFor(desired, books, `${field}sent_at`))
  return invoice
}
