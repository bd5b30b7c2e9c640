import { isDeepStrictEqual } from 'node:util'
import { writeOnce, type Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { requireOpen } from '@pacioli/ledger-facts'
import type {
  BankTransaction as TransactionMessage,
  UpdateTransactionMetadataRequest__Output,
} from '@pacioli/protos/banking'
import { isUuid, type BusinessWrite } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { lockTransactions } from '../bank-transactions/bank-transaction.store.ts'
import { describe, type BankTransaction, type Details } from '../bank-transactions/bank-transaction.ts'
import { transactionNotFound } from '../transaction-views/get-transaction.ts'
import { presentTransactions } from '../transaction-views/present-transactions.ts'
import { recordTransactions } from '../bank-transactions/record-transactions.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import { findOrMakeCounterparties } from '../counterparties/counterparty.store.ts'
import { toTaxOptions } from '../bank-transactions/tax-options.ts'

/**
 * Changes the details of a transaction in any state. Postings stay.
 * @throws BankTransactionNotFound, InvalidPayload, BusinessNotFound, BusinessArchived
 */
export async function updateMetadata(
  banking: Banking,
  request: BusinessWrite,
  input: UpdateTransactionMetadataRequest__Output,
): Promise<{ data: TransactionMessage }> {
  const business = await requireBusiness(banking, request)
  const id = input.transaction_id.toLowerCase()
  if (!isUuid(id)) throw transactionNotFound(input.transaction_id)
  requireIds(input.document_ids)
  return writeOnce(banking.db, request, banking.now(), async (tx) => {
    requireOpen(business)
    const before = (await lockTransactions(tx, [id])).get(id)
    if (!before) throw transactionNotFound(input.transaction_id)
    const details = { ...detailsFrom(input), ...(await counterpartyFrom(tx, banking, input)) }
    const after = isUnchanged(before, details) ? before : describe(before, details, banking.now())
    await recordTransactions(tx, banking, { changed: [{ before, after }] })
    const [data] = await presentTransactions(tx, business, [after])
    return { data: data as TransactionMessage }
  })
}

function requireIds(ids: readonly string[]): void {
  const index = ids.findIndex((id) => !isUuid(id))
  if (index >= 0)
    throw refused('InvalidPayload', 'Expected a UUID.', { field: `document_ids.${index}`, value: ids[index] })
}

/** Clearable fields by their public names. */
const CLEARED: Readonly<Record<string, Partial<Details>>> = {
  memo: { memo: null },
  metadata: { metadata: null },
  reference_number: { referenceNumber: null },
  counterparty_name: { counterpartyId: null, counterpartyName: null },
  merchant_name: { merchantName: null },
  tax_code: { taxCode: null },
  tax_options: { taxOptions: null },
  projected_income_category: { projectedIncomeCategory: null },
  document_ids: { documentIds: [] },
}

function detailsFrom(input: UpdateTransactionMetadataRequest__Output): Partial<Details> {
  const cleared = input.cleared.map((name) => CLEARED[name] ?? unknownField(name))
  const given = {
    memo: input.memo,
    metadata: input.metadata,
    referenceNumber: input.reference_number,
    merchantName: input.merchant_name,
    taxCode: input.tax_code,
    taxOptions: input.tax_options ? toTaxOptions(input.tax_options) : undefined,
    projectedIncomeCategory: input.projected_income_category,
    documentIds:
      input.replaces_document_ids || input.document_ids.length > 0
        ? [...new Set(input.document_ids.map((id) => id.toLowerCase()))]
        : undefined,
  }
  const present = Object.entries(given).filter(([, value]) => value !== undefined)
  return Object.assign({}, ...cleared, Object.fromEntries(present)) as Partial<Details>
}

function unknownField(name: string): never {
  throw refused('InvalidPayload', `Expected one of ${Object.keys(CLEARED).join(', ')}.`, { field: name })
}

async function counterpartyFrom(
  tx: Tx,
  banking: Banking,
  { counterparty_name: name }: UpdateTransactionMetadataRequest__Output,
): Promise<Partial<Details>> {
  if (name === undefined) return {}
  const { now, newId } = banking
  const counterparty = (await findOrMakeCounterparties(tx, [name], { now: now(), newId })).get(name)
  return { counterpartyId: counterparty?.id ?? null, counterpartyName: counterparty?.name ?? name }
}

/** The database formats metadata its own way. */
const isUnchanged = (before: BankTransaction, { metadata = before.metadata, ...details }: Partial<Details>): boolean =>
  isDeepStrictEqual(parsed(metadata), parsed(before.metadata)) &&
  Object.entries(details).every(([name, value]) => isDeepStrictEqual(before[name as keyof Details], value))

const parsed = (json: string | null): unknown => (json === null ? null : JSON.parse(json))
