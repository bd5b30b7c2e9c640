import type { Tx } from '@pacioli/db'
import type { Tenant } from '@pacioli/rpc'
import { businessNotFound } from '../books/books-cache.ts'
import { archived } from '../businesses/business.ts'
import { loadBusiness } from '../businesses/business.store.ts'

/** @throws BusinessNotFound, BusinessArchived */
export async function requireOpenBusiness(tx: Tx, tenant: Tenant): Promise<void> {
  const business = await loadBusiness(tx, tenant)
  if (!business) throw businessNotFound(tenant.businessId)
  if (business.archivedAt !== null) throw archived()
}
