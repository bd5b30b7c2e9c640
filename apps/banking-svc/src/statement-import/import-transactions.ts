import { Problems } from '@pacioli/errors'
import { requireOpen } from '@pacioli/ledger-facts'
import { reviewed } from '@pacioli/postings'
import type { ImportAnswer, ImportTransactionsRequest__Output } from '@pacioli/protos/banking'
import { isUuid, type BusinessWrite } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { externalAccountNotFound } from '../bank-accounts/external-account.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import { contactsOfCategory, type NamedContact } from '../categorization/named-contacts.ts'
import { requireContacts } from '../categorization/require-contacts.ts'
import { feedRowsOf } from './feed-rows.ts'
import { findBySourceIds, loadPending } from './known-transaction.store.ts'
import type { Import } from './import.ts'
import type { Incoming } from './incoming.ts'
import { reviewOf } from './prepare-import.ts'
import { runImport } from './run-import.ts'
import { sortFeed } from './sort-feed.ts'

/**
 * Imports the transactions of a feed. One that was imported under the same id is known; a pending one is booked once the
 * feed reports it so. The feed's own category decides, else rules.
 * @throws BusinessNotFound, BusinessArchived, ExternalAccountNotFound, BankAccountArchived, InvalidPayload,
 *   AccountNotFound, CustomerNotFound, VendorNotFound, TagValueArchived, DuplicateTagDimension
 */
export async function importTransactions(
  banking: Banking,
  request: BusinessWrite,
  input: ImportTransactionsRequest__Output,
): Promise<ImportAnswer> {
  const business = await requireBusiness(banking, request)
  requireOpen(business)
  const externalAccountId = input.external_account_id
  if (!isUuid(externalAccountId)) throw externalAccountNotFound(externalAccountId)
  const problems = new Problems()
  const rows = feedRowsOf(input.transactions, business.timeZone, problems)
  const ids = rows.map(({ externalId }) => externalId)
  const what: Import = {
    externalAccountId,
    file: null,
    sort: async (tx, account, locked) => {
      const known = await findBySourceIds(tx, account.id, ids)
      const pendingIds = [...known.values()].filter(({ status }) => status === 'PENDING').map(({ id }) => id)
      return sortFeed(rows, { account, known, pending: await loadPending(tx, pendingIds, locked) })
    },
  }
  await requireContacts(banking, request, rows.flatMap(contactsOfRow), problems).catch(async (error: unknown) => {
    throw await reviewed(banking, request, error, reviewOf(what))
  })
  return runImport(banking, business, request, what)
}

const contactsOfRow = ({ row, category }: Incoming): NamedContact[] =>
  category === null || category === 'Exclusion' ? [] : contactsOfCategory(category, `transactions.${row - 1}.category`)
