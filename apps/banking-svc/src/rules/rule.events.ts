/** The event of a rule: its whole state and version. */
import { domainEvent, type StagedEvent } from '@pacioli/events'
import { stateOfConditions, type Rule } from './rule.ts'

export const ruleEvent = (
  businessId: string,
  rule: Rule,
  type: 'created' | 'changed' | 'deleted',
  id: string,
  time: Date,
): StagedEvent =>
  domainEvent({
    id,
    time,
    service: 'banking',
    businessId,
    aggregateType: 'categorization_rule',
    aggregateId: rule.id,
    version: rule.version,
    type,
    data: {
      id: rule.id,
      business_id: businessId,
      external_id: rule.externalId,
      name: rule.name,
      priority: rule.priority,
      is_active: rule.isActive,
      conditions: stateOfConditions(rule.conditions),
      category_account_id: rule.categoryAccountId,
      category_customer_id: rule.categoryCustomerId,
      category_vendor_id: rule.categoryVendorId,
      excludes: rule.excludes,
      tags: rule.tags.map(({ dimensionId, definitionId }) => ({
        dimension_id: dimensionId,
        definition_id: definitionId,
      })),
      tax_code: rule.taxCode,
      memo: rule.memo,
      disabled_at: rule.disabledAt,
      disabled_reason: rule.disabledReason,
      created_at: rule.createdAt,
      updated_at: rule.updatedAt,
      deleted_at: rule.deletedAt,
    },
  })
