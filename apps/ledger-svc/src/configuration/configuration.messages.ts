import { domainEvent, NO_BUSINESS, type StagedEvent } from '@pacioli/events'
import { refused } from '@pacioli/errors'
import type {
  AccountingConfiguration as ConfigurationMessage,
  UpdateAccountingConfigurationRequest__Output,
} from '@pacioli/protos/ledger'
import type { ReportingBasis } from '../books/books.ts'
import {
  CLIENT_TIME_ZONE,
  closingOf,
  effectiveSettings,
  NO_SETTINGS,
  type EffectiveSettings,
  type Settings,
} from '../settings/accounting-configuration.ts'
import type { StoredSettings } from '../settings/accounting-configuration.store.ts'

/** The settings after the change: what is absent stays, what is cleared is unset. @throws InvalidPayload */
export function changeSettings(settings: Settings, input: UpdateAccountingConfigurationRequest__Output): Settings {
  const cleared = new Set(input.cleared)
  const changed = <Value>(
    field: keyof UpdateAccountingConfigurationRequest__Output,
    given: Value | null | undefined,
    earlier: Value | null,
  ): Value | null => (cleared.has(field) ? null : (given ?? earlier))
  const { default_reporting_basis: basis, closing_date: closing } = input
  return {
    defaultReportingBasis: changed(
      'default_reporting_basis',
      typeof basis === 'string' ? basisOf(basis) : undefined,
      settings.defaultReportingBasis,
    ),
    categoryListType: changed('category_list_type', input.category_list_type, settings.categoryListType),
    closing: changed('closing_date', typeof closing === 'string' ? closingOf(closing) : undefined, settings.closing),
    matchRoundingThreshold: changed(
      'match_rounding_threshold',
      input.match_rounding_threshold,
      settings.matchRoundingThreshold,
    ),
    matchAdjustmentThreshold: changed(
      'match_adjustment_threshold',
      thresholdOf(input.match_adjustment_threshold),
      settings.matchAdjustmentThreshold,
    ),
    disableAdjustmentMatchSuggestions: changed(
      'disable_adjustment_match_suggestions',
      input.disable_adjustment_match_suggestions,
      settings.disableAdjustmentMatchSuggestions,
    ),
    enableTaxEstimates: changed('enable_tax_estimates', input.enable_tax_estimates, settings.enableTaxEstimates),
  }
}

function basisOf(text: string): ReportingBasis {
  if (text === 'ACCRUAL' || text === 'CASH') return text
  throw refused('InvalidPayload', 'Expected ACCRUAL or CASH.', { field: 'default_reporting_basis', value: text })
}

/** More decimals than are stored are refused, not rounded. */
function thresholdOf(given: number | null | undefined): number | undefined {
  if (given === undefined || given === null) return undefined
  if (Number(given.toFixed(4)) === given) return given
  throw refused('InvalidPayload', 'Expected a number with at most 4 decimals.', {
    field: 'match_adjustment_threshold',
    value: given,
  })
}

const toMessage = (id: string, settings: EffectiveSettings): ConfigurationMessage => ({
  id,
  default_reporting_basis: settings.defaultReportingBasis,
  category_list_type: settings.categoryListType,
  closing_date: settings.closed?.through.toISOString(),
  closing_day: settings.closed?.day ?? undefined,
  match_rounding_threshold: settings.matchRoundingThreshold,
  match_adjustment_threshold: settings.matchAdjustmentThreshold,
  disable_adjustment_match_suggestions: settings.disableAdjustmentMatchSuggestions,
  enable_tax_estimates: settings.enableTaxEstimates,
})

/** The defaults of a client; a closing day is shown as the end of that day in UTC. */
export const toMessageOfClient = (clientId: string, settings: Settings): ConfigurationMessage => ({
  ...toMessage(clientId, effectiveSettings(NO_SETTINGS, settings, CLIENT_TIME_ZONE)),
  overrides: [],
})

/** What is in effect for a business. There is one configuration per owner, so it has its owner's id. */
export const toMessageOfBusiness = (
  businessId: string,
  { own, client, timeZone }: { own: Settings; client: Settings; timeZone: string },
): ConfigurationMessage => ({
  ...toMessage(businessId, effectiveSettings(own, client, timeZone)),
  business_id: businessId,
  overrides: Object.entries(stateOf(own)).flatMap(([field, value]) => (value === null ? [] : [field])),
})

/** The settings by their API names; a closing as it was given. */
const stateOf = ({ closing, ...settings }: Settings): Record<string, string | number | boolean | null> => ({
  default_reporting_basis: settings.defaultReportingBasis,
  category_list_type: settings.categoryListType,
  closing_date: closing === null ? null : 'day' in closing ? closing.day : closing.at.toISOString(),
  match_rounding_threshold: settings.matchRoundingThreshold,
  match_adjustment_threshold: settings.matchAdjustmentThreshold,
  disable_adjustment_match_suggestions: settings.disableAdjustmentMatchSuggestions,
  enable_tax_estimates: settings.enableTaxEstimates,
})

type EventHead = { id: string; time: Date }

/** Carries the business's own settings but its basis, which is a field of the business and in its event. */
export function ownSettingsEvent(
  businessId: string,
  { settings, version }: StoredSettings,
  head: EventHead,
): StagedEvent {
  const { default_reporting_basis: _basis, ...data } = stateOf(settings)
  return domainEvent({
    ...head,
    service: 'ledger',
    businessId,
    aggregateType: 'accounting_configuration',
    aggregateId: businessId,
    version,
    type: 'updated',
    data: { id: businessId, business_id: businessId, ...data },
  })
}

export const clientSettingsEvent = (
  clientId: string,
  { settings, version }: StoredSettings,
  head: EventHead,
): StagedEvent =>
  domainEvent({
    ...head,
    service: 'ledger',
    businessId: NO_BUSINESS,
    aggregateType: 'client_accounting_configuration',
    aggregateId: clientId,
    version,
    type: 'updated',
    data: { id: clientId, client_id: clientId, ...stateOf(settings) },
  })
