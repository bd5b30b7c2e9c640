import { dayOf } from '@pacioli/calendar'
import { DomainError } from '@pacioli/errors'
import { fieldsOf, oneOf, type Fields } from '@pacioli/fields'
import { Connection, type Client, type OutgoingContext, type Target } from '@pacioli/rpc'
import { SealsService, type Seal__Output } from '@pacioli/protos/history'
import { AccountingConfigurationService, BusinessesService, JournalService } from '@pacioli/protos/ledger'
import type { LedgerSeal } from './ledger-seal.ts'
import { businessFrom, REPORTING_BASES, type Business, type ReportingBasis } from '../businesses/business.ts'

/** Queries of the ledger, where events are not enough. */
export type LedgerReader = {
  /** A business of the client; undefined if it has none with this id. */
  findBusiness: (context: OutgoingContext) => Promise<Business | undefined>
  /** The basis of reports that are requested without one: the business's own, its client's, or the product's. */
  /** The one of a moment, or of now. */
  defaultBasis: (context: OutgoingContext, at: Date | undefined) => Promise<ReportingBasis>
  /** The first seal of its log over a position, or the latest one if that is not sealed yet; undefined without any. */
  sealOver: (context: OutgoingContext, position: number) => Promise<LedgerSeal | undefined>
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
      connection.client(SealsService),
    ),
    close: () => connection.close(),
  }
}

const ledgerReader = (
  businesses: Client<typeof BusinessesService>,
  journal: Client<typeof JournalService>,
  configuration: Client<typeof AccountingConfigurationService>,
  seals: Client<typeof SealsService>,
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
  defaultBasis: async (context, at) => {
    if (at) {
      const { message } = await configuration.GetDefaultBasis(
        { as_of: at.toISOString() },
        { context, timeoutMs: 5_000 },
      )
      return oneOf(fieldsOf('configuration', { ...message }), 'reporting_basis', REPORTING_BASES)
    }
    const { message } = await configuration.GetAccountingConfiguration({}, { context, timeoutMs: 5_000 })
    return oneOf(fieldsOf('configuration', { ...message }), 'default_reporting_basis', REPORTING_BASES)
  },
  sealOver: async (context, position) => {
    const timing = { context, timeoutMs: 2_000 }
    const over = { log: 'LEDGER', cursor: String(Math.max(position - 1, 0)), limit: 1 }
    const [seal] = (await seals.ListSeals(over, timing)).message.data
    const found = seal ?? (await seals.GetLatestSeals({}, timing)).message.data[0]
    return found && sealFrom(found)
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

const sealFrom = ({ origin, size, root, note, verifier_key, sealed_at }: Seal__Output): LedgerSeal => ({
  origin,
  size,
  root,
  note,
  verifierKey: verifier_key,
  sealedAt: sealed_at,
})
