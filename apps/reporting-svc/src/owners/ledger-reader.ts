import { dayOf } from '@pacioli/calendar'
import { DomainError } from '@pacioli/errors'
import { fieldsOf, oneOf, type Fields } from '@pacioli/fields'
import { Connection, type Client, type OutgoingContext, type Target } from '@pacioli/rpc'
import { AccountingConfigurationService, BusinessesService, JournalService } from '@pacioli/protos/ledger'
import { businessFrom, REPORTING_BASES, type Business, type ReportingBasis } from '../businesses/business.ts'

/** Queries of the ledger, where events are not enough. */
export type LedgerReader = {
  /** A business of the client; undefined if it has none with this id. */
  findBusiness: (context: OutgoingContext) => Promise<Business | undefined>
  /** The basis of reports that are requested without one: the business's own, its client's, or the product's. */
  defaultBasis: (context: OutgoingContext) => Promise<ReportingBasis>
  /** The state of an entry, as in its event. */
  entryState: (business: Business, entryId: string) => Promise<Fields>
}

export function connectLedger(target: Target): { ledger: LedgerReader; close: () => void } {
  const connection = new Connection({ target, count: 2 })
  return {
    ledger: ledgerReader(
      connection.client(BusinessesService),
      connection.client(JournalService),
      connection.client(AccountingConfigurationService),
    ),
    close: () => connection.close(),
  }
}

const ledgerReader = (
  businesses: Client<typeof BusinessesService>,
  journal: Client<typeof JournalService>,
  configuration: Client<typeof AccountingConfigurationService>,
): LedgerReader => ({
  findBusiness: async (context) => {
    try {
      const { message } = await businesses.GetBusiness({}, { context, timeoutMs: 5_000 })
      return message.data ? businessFrom({ ...message.data }) : undefined
    } catch (error) {
      if (error instanceof DomainError && error.errorEnum === 'BusinessNotFound') return undefined
      throw error
    }
  },
  defaultBasis: async (context) => {
    const { message } = await configuration.GetAccountingConfiguration({}, { context, timeoutMs: 5_000 })
    return oneOf(fieldsOf('configuration', { ...message }), 'default_reporting_basis', REPORTING_BASES)
  },
  entryState: async (business, entryId) => {
    const context = { clientId: business.clientId, businessId: business.id }
    const { message } = await journal.GetEntry({ entry_id: entryId }, { context, timeoutMs: 5_000 })
    const entry = message.data
    return {
      id: entry?.id,
      entry_type: entry?.entry_type,
      basis: entry?.basis,
      entry_at: entry?.entry_at,
      memo: entry?.memo,
      reference_number: entry?.reference_number,
      source_type: entry?.source_type,
      source_id: entry?.source_id,
      reversal_of_id: entry?.reversal_of_id,
      entry_date: dayOf(new Date(entry?.entry_at ?? NaN), business.timeZone),
      line_items: entry?.line_items.map((line) => ({
        id: line.id,
        account_id: line.account?.id?.id,
        amount: line.amount,
        direction: line.direction,
        memo: line.memo,
        transaction_tags: line.transaction_tags.map(({ definition_id }) => ({ definition_id })),
        document_id: line.document_id,
        customer_id: line.customer_id,
        vendor_id: line.vendor_id,
      })),
      version: entry?.version,
    }
  },
})
