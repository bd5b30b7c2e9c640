import { writeOnce } from '@pacioli/db'
import type {
  AccountingConfiguration as ConfigurationMessage,
  UpdateAccountingConfigurationRequest__Output,
} from '@pacioli/protos/ledger'
import type { Tenant } from '@pacioli/rpc'
import { businessNotFound } from '../books/books-cache.ts'
import { loadBooks, lockBooksForChange } from '../books/books.store.ts'
import type { ReportingBasis } from '../books/books.ts'
import { archived } from '../businesses/business.ts'
import { loadBusinessFacts } from '../businesses/business.store.ts'
import type { EntryRequest } from '../write-request.ts'
import type { Ledger } from '../ledger.ts'
import { closingInstant, DEFAULT_REPORTING_BASIS, type AccountingConfiguration } from './accounting-configuration.ts'
import { loadConfiguration, saveConfiguration } from './accounting-configuration.store.ts'

const unset = (id: string, defaultReportingBasis: ReportingBasis | null): AccountingConfiguration => ({
  id,
  categoryListType: 'ALL_ACCOUNTS',
  closingDate: null,
  matchRoundingThreshold: 0,
  matchAdjustmentThreshold: 0,
  disableAdjustmentMatchSuggestions: false,
  enableTaxEstimates: false,
  defaultReportingBasis,
})

/** Changes settings; a `closing_date` locks the books through it at once. @throws BusinessNotFound, BusinessArchived */
export function updateConfiguration(
  ledger: Ledger,
  request: EntryRequest,
  input: UpdateAccountingConfigurationRequest__Output,
): Promise<ConfigurationMessage> {
  const now = ledger.now()
  const cleared = new Set(input.cleared)
  return writeOnce(ledger.db, request, now, async (tx) => {
    await lockBooksForChange(tx, request.businessId)
    const books = await loadBooks(tx, request.clientId, request.businessId)
    if (!books) throw businessNotFound(request.businessId)
    if (books.archivedAt !== null) throw archived()
    const { defaultReportingBasis, timeZone } = books
    const earlier =
      (await loadConfiguration(tx, request.businessId, defaultReportingBasis)) ??
      unset(ledger.newId(), defaultReportingBasis)
    const changed: AccountingConfiguration = {
      id: earlier.id,
      categoryListType: input.category_list_type ?? earlier.categoryListType,
      closingDate: cleared.has('closing_date')
        ? null
        : input.closing_date === undefined || input.closing_date === null
          ? earlier.closingDate
          : closingInstant(input.closing_date, timeZone),
      matchRoundingThreshold: input.match_rounding_threshold ?? earlier.matchRoundingThreshold,
      matchAdjustmentThreshold: input.match_adjustment_threshold ?? earlier.matchAdjustmentThreshold,
      disableAdjustmentMatchSuggestions:
        input.disable_adjustment_match_suggestions ?? earlier.disableAdjustmentMatchSuggestions,
      enableTaxEstimates: input.enable_tax_estimates ?? earlier.enableTaxEstimates,
      defaultReportingBasis: cleared.has('default_reporting_basis')
        ? null
        : ((input.default_reporting_basis as ReportingBasis | undefined) ?? earlier.defaultReportingBasis),
    }
    await saveConfiguration(tx, request.businessId, changed, books.epoch + 1, now)
    tx.afterCommit(() => ledger.books.drop(request))
    return toMessage(changed, request.businessId)
  })
}

/** @throws BusinessNotFound */
export function getConfiguration(ledger: Ledger, tenant: Tenant): Promise<ConfigurationMessage> {
  return ledger.db.transact(tenant, async (tx) => {
    const business = await loadBusinessFacts(tx, tenant)
    if (!business) throw businessNotFound(tenant.businessId)
    const { defaultReportingBasis } = business
    const configuration = await loadConfiguration(tx, tenant.businessId, defaultReportingBasis)
    return toMessage(configuration ?? unset(tenant.businessId, defaultReportingBasis), tenant.businessId)
  })
}

const toMessage = (configuration: AccountingConfiguration, businessId: string): ConfigurationMessage => ({
  id: configuration.id,
  business_id: businessId,
  default_reporting_basis: configuration.defaultReportingBasis ?? DEFAULT_REPORTING_BASIS,
  category_list_type: configuration.categoryListType,
  closing_date: configuration.closingDate?.toISOString(),
  match_rounding_threshold: configuration.matchRoundingThreshold,
  match_adjustment_threshold: configuration.matchAdjustmentThreshold,
  disable_adjustment_match_suggestions: configuration.disableAdjustmentMatchSuggestions,
  enable_tax_estimates: configuration.enableTaxEstimates,
})
