/** Reads and checks fields of requests about webhooks. */
import { DomainError, refused } from '@pacioli/errors'
import { isUuid } from '@pacioli/rpc'
import { requireBusiness } from '../businesses/require-business.ts'
import { EVENT_TYPE } from '../event-feed/feed-event.ts'
import { MAX_BUSINESSES, MAX_EVENT_TYPES } from './webhook.ts'
import type { Webhooks } from './webhooks.ts'

export const MAX_DESCRIPTION = 255

const invalid = (field: string, text: string, value?: unknown) => refused('InvalidPayload', text, { field, value })

/** @throws InvalidPayload */
export function eventTypesFrom(given: readonly string[]): string[] {
  if (given.length > MAX_EVENT_TYPES) throw invalid('event_types', `Name ${MAX_EVENT_TYPES} kinds of events at most.`)
  const wrong = given.findIndex((type) => !EVENT_TYPE.test(type))
  if (wrong >= 0)
    throw invalid(
      `event_types.${wrong}`,
      'Expected a kind of event such as `invoice` or `invoice.voided`.',
      given[wrong],
    )
  return [...new Set(given)]
}

/** @throws InvalidPayload */
export function descriptionFrom(given: string | undefined): string | null {
  if (given !== undefined && given.length > MAX_DESCRIPTION)
    throw invalid('description', `Expected ${MAX_DESCRIPTION} characters at most.`)
  return given ?? null
}

/**
 * Businesses of the client: as known from events, else fetched from the ledger.
 * @throws InvalidPayload; BusinessNotFound, also for those of another client; ServiceUnavailable
 */
export async function businessIdsFrom(
  { db, ledger }: Pick<Webhooks, 'db' | 'ledger'>,
  clientId: string,
  given: readonly string[],
): Promise<string[]> {
  if (given.length > MAX_BUSINESSES) throw invalid('business_ids', `Name ${MAX_BUSINESSES} businesses at most.`)
  const ids = given.map((id) => id.toLowerCase())
  for (const [index, businessId] of ids.entries()) {
    const field = `business_ids.${index}`
    if (!isUuid(businessId)) throw invalid(field, 'Expected the id of a business.', businessId)
    await requireOwnBusiness({ db, ledger }, { clientId, businessId }, field)
  }
  return [...new Set(ids)]
}

async function requireOwnBusiness(
  { db, ledger }: Pick<Webhooks, 'db' | 'ledger'>,
  tenant: { clientId: string; businessId: string },
  field: string,
): Promise<void> {
  try {
    await requireBusiness(db, tenant, () => ledger.findBusiness(tenant))
  } catch (error) {
    if (!(error instanceof DomainError) || error.errorEnum !== 'BusinessNotFound') throw error
    throw refused('BusinessNotFound', error.message, { field, value: tenant.businessId })
  }
}
