import { isUuid, type OutgoingContext, type Tenant } from '@pacioli/rpc'
import { refused } from '@pacioli/errors'
import type { Banking } from '../banking.ts'
import { businessNotFound, type Business } from './business.ts'

/**
 * The business of a call. One that is not known here yet is asked of the ledger, which also knows whose it is; with it
 * come its chart and its tags. Called before a transaction, since it may ask.
 * @throws BusinessNotFound, also for a business of another client; ServiceUnavailable
 */
export async function meetBusiness(_banking: Banking, context: OutgoingContext & Tenant): Promise<Business> {
  if (!isUuid(context.businessId)) throw businessNotFound(context.businessId)
  throw refused('ServiceUnavailable', 'Not there yet.')
}
