import type { Tx } from '@pacioli/db'
import type { Tenant } from '@pacioli/rpc'
import { archived } from '../books/books.ts'
import { lockBooksForChange } from '../books/books.store.ts'
import type { Business } from './business.ts'
import { loadBusiness } from './business.store.ts'

/** @throws BusinessArchived, BusinessNotFound */
export async function requireOpenBusiness(tx: Tx, tenant: Tenant): Promise<void> {
  const { archivedAt } = await loadBusiness(tx, tenant)
  if (archivedAt !== null) throw archived()
}

/** The business, archived or not, to be changed; locks its books exclusively. */
export async function lockBusinessToChange(tx: Tx, tenant: Tenant): Promise<Business> {
  await lockBooksForChange(tx, tenant.businessId)
  return loadBusiness(tx, tenant)
}
