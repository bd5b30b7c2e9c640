import { refuseOtherThan } from '../requests/repeats.ts'
import type { CanonicalRequest } from '@pacioli/fields'
import { askedIfNamed } from '../requests/asked.ts'
import type { Tx } from '@pacioli/db'
import { collectProblems, Problems, refused } from '@pacioli/errors'
import { loadTagDefinitions, meetBusiness, type KnownBusiness } from '@pacioli/ledger-facts'
import { Asking, decideOnce, type AccountIdentifier, type Books, type Source } from '@pacioli/postings'
import type { WriteOffAnswer, WriteOffInvoiceRequest__Output } from '@pacioli/protos/billing'
import type { TagKeyValue__Output } from '@pacioli/protos/common'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { momentFrom } from '../requests/moments.ts'
import { byStableName, namedAccount, toIdentifier } from '../posting/named-accounts.ts'
import { definitionIdsOf } from '../tags/present-tags.ts'
import { askForReceivableAccounts } from '../receivables/receivable-accounts.ts'
import { askKeptTags, askTags, tagsFrom } from '../tags/tag-inputs.ts'
import { amountFrom } from '../line-items/wanted-lines.ts'
import { recordReceivables } from '../receivables/record-receivables.ts'
import { requireInvoice } from '../receivables/get-invoice.ts'
import { MAX_ALLOCATIONS } from '../receivables/held-invoice.ts'
import { sourceOfWriteOff } from '../receivables/invoice.postings.ts'
import { lockInvoices } from '../receivables/invoice.store.ts'
import { amountsOf, invoiceNotFound, requireNotVoided, type Invoice } from '../receivables/invoice.ts'
import { presentWriteOffs } from '../receivables/present-write-offs.ts'
import { findWriteOffByExternalId } from '../receivables/write-off.store.ts'
import type { WriteOff } from '../receivables/write-off.ts'

type Answer = Pick<WriteOffAnswer, 'data' | 'created'>

/** A write-off as a request wants it. */
type WantedWriteOff = {
  invoiceId: string
  externalId: string | null
  asked: CanonicalRequest | undefined
  /** Null for all that is outstanding. */
  amount: number | null
  writeOffAt: Date
  account: AccountIdentifier
  memo: string | null
  tags: readonly TagKeyValue__Output[]
}

/**
 * What of an invoice will not be paid: a cost, and no debt any more. The one that has the external_id already is answered as
 * it is.
 * @throws InvalidPayload, InvoiceNotFound, InvoiceVoided, OverAllocated for more than is outstanding, TooManyAllocations,
 *   DuplicateExternalId where it is another invoice's, AccountNotFound, AccountArchived, ControlAccount, TagValueArchived,
 *   DuplicateTagDimension, PeriodClosed, BusinessNotFound, BusinessArchived, VersionConflict, ServiceUnavailable
 */
export async function writeOffInvoice(
  billing: Billing,
  request: BusinessWrite,
  input: WriteOffInvoiceRequest__Output,
): Promise<WriteOffAnswer> {
  const business = await meetBusiness(billing, request)
  const wanted = wantedWriteOff(input, billing.now())
  const { data, posting } = await decideOnce<Answer>(billing, request, business, {
    ask: async (tx) => {
      const asking = new Asking()
      const invoice = await requireInvoice(tx, business.id, wanted.invoiceId)
      // Of a repeat nothing is asked that could be refused by now.
      if (await findEarlier(tx, business.id, wanted)) return asking
      requireNotVoided(invoice)
      await askFor(tx, asking, invoice, wanted)
      return asking
    },
    write: (tx, books) => write(tx, billing, business, books, wanted),
  })
  return { ...data, posting }
}

/** @throws InvalidPayload; every problem at once */
function wantedWriteOff(input: WriteOffInvoiceRequest__Output, now: Date): WantedWriteOff {
  const { amount, destination_ledger_account: account } = input
  const problems = new Problems()
  const wanted = {
    invoiceId: input.invoice_id.toLowerCase(),
    externalId: input.external_id ?? null,
    asked: askedIfNamed(input),
    amount: amount === undefined ? null : amountFrom(amount, 'amount', problems, 1),
    writeOffAt: collectProblems(problems, () => momentFrom(input.write_off_at, 'write_off_at', now)) ?? now,
    account: account ? toIdentifier(account) : byStableName('BAD_DEBT'),
    memo: input.memo ?? null,
    tags: input.tags,
  }
  problems.throwIfAny()
  return wanted
}

/** The one that has the external_id already. @throws DuplicateExternalId, ExternalIdReused */
async function findEarlier(tx: Tx, businessId: string, wanted: WantedWriteOff): Promise<WriteOff | undefined> {
  const { externalId, invoiceId } = wanted
  const earlier = externalId === null ? undefined : await findWriteOffByExternalId(tx, businessId, externalId)
  if (earlier && earlier.invoiceId !== invoiceId)
    throw refused('DuplicateExternalId', `A write-off of another invoice has the external_id ${externalId}.`, {
      field: 'external_id',
      value: externalId,
      invoice_id: earlier.invoiceId,
    })
  if (earlier) await refuseOtherThan(tx, 'invoice_write_offs', businessId, earlier.id, wanted)
  return earlier
}

/** Its entry carries the tags of the invoice, too. */
async function askFor(tx: Tx, asking: Asking, { businessId, tags }: Invoice, wanted: WantedWriteOff): Promise<void> {
  askForReceivableAccounts(asking)
  asking.account(wanted.account, 'destination_ledger_account')
  askTags(asking, wanted.tags, 'tags')
  askKeptTags(asking, tags, await loadTagDefinitions(tx, businessId, definitionIdsOf(tags)), 'invoiceId')
}

type Written = { data: Answer; sources: Source[] }

const answered = async (
  tx: Tx,
  businessId: string,
  writeOff: WriteOff,
  sources: Source[],
  created: boolean,
): Promise<Written> => ({
  data: { data: (await presentWriteOffs(tx, businessId, [writeOff]))[0], created },
  sources: [sourceOfWriteOff(writeOff), ...sources],
})

async function write(
  tx: Tx,
  billing: Billing,
  business: KnownBusiness,
  books: Books,
  wanted: WantedWriteOff,
): Promise<Written> {
  const before = (await lockInvoices(tx, business.id, [wanted.invoiceId])).get(wanted.invoiceId)
  if (!before) throw invoiceNotFound(wanted.invoiceId)
  const earlier = await findEarlier(tx, business.id, wanted)
  if (earlier) return answered(tx, business.id, earlier, [], false)
  const now = billing.now()
  const writeOff = newWriteOff(before, wanted, { books, newId: billing.newId, now })
  const after = {
    ...before,
    writeOffs: [...before.writeOffs, writeOff],
    version: before.version + 1,
    updatedAt: now,
  }
  const sources = await recordReceivables(tx, billing, business, books, { invoices: [{ before, after }] })
  return answered(tx, business.id, writeOff, sources, true)
}

type Facts = { books: Books; newId: () => string; now: Date }

/** @throws every problem at once */
function newWriteOff(invoice: Invoice, wanted: WantedWriteOff, { books, newId, now }: Facts): WriteOff {
  requireNotVoided(invoice)
  const problems = new Problems()
  const { outstandingBalance } = amountsOf(invoice)
  const amount = wanted.amount ?? outstandingBalance
  refuseTooMuch(invoice, amount, outstandingBalance, problems)
  const account = collectProblems(problems, () => namedAccount(books, wanted.account, 'destination_ledger_account'))
  collectProblems(problems, () => books.requireOpenAt(wanted.writeOffAt, 'write_off_at'))
  const tags = collectProblems(problems, () => tagsFrom(wanted.tags, books, { newId, now }, 'tags'))
  problems.throwIfAny()
  return {
    id: newId(),
    externalId: wanted.externalId,
    asked: wanted.asked,
    invoiceId: invoice.id,
    amount,
    writeOffAt: wanted.writeOffAt,
    accountId: account?.id ?? '',
    tags: tags ?? [],
    memo: wanted.memo,
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
  // Those that were undone count: the invoice is told with them.
  else if (invoice.writeOffs.length >= MAX_ALLOCATIONS)
    problems.add(
      'TooManyAllocations',
      `The invoice ${invoice.id} has ${MAX_ALLOCATIONS} write-offs, and takes no more.`,
      { field: 'invoiceId', value: invoice.id },
    )
}
