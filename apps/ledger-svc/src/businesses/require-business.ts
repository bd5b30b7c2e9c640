import type { Tx } from '@pacioli/db'
import type { Tenant } from '@pacioli/rpc'
import { lockBooksForChange } from '../books/books.store.ts'
import { archived, businessNotFound, type Business } from './business.ts'
import { loadBusiness, loadBusinessFacts, type BusinessFacts } from './business.store.ts'

/** What reads of a business's books need to know of it. @throws BusinessNotFound */
export async function requireBusiness(tx: Tx, tenant: Tenant): Promise<BusinessFacts> {
  const facts = await loadBusinessFacts(tx, tenant)
  if (!facts) throw businessNotFound(tenant.businessId)
  return facts
}

/** That something may begin for the business. @throws BusinessNotFound, BusinessArchived */
export async function requireOpenBusiness(tx: Tx, tenant: Tenant): Promise<void> {
  const business = await loadBusiness(tx, tenant)
  if (!business) throw businessNotFound(tenant.businessId)
  if (business.archivedAt !== null) throw archived()
}

/** The business for changing it, archived or not; its books are held alone. @throws BusinessNotFound */
export async function businessToChange(tx: Tx, tenant: Tenant): Promise<Business> {
  await lockBooksForChange(tx, tenant.businessId)
  const business = await loadBusiness(tx, tenant)
  if (!business) throw businessNotFound(tenant.businessId)
  return business
}
