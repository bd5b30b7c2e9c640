import { isControlAccount } from '@pacioli/chart'
import type { CategoryNode } from '@pacioli/protos/banking'
import type { OutgoingContext, Tenant } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import { loadOpenAccounts } from './category.store.ts'
import { categoryTree } from './category-tree.ts'

/**
 * All open accounts of the chart, including those of bank accounts: a category can move money between one's own accounts.
 * Not what documents own, nor receivables and payables, which take a customer or vendor with them.
 * @throws BusinessNotFound
 */
export async function listCategories(banking: Banking, context: OutgoingContext & Tenant): Promise<CategoryNode[]> {
  await requireBusiness(banking, context)
  const accounts = await banking.db.transact(context, (tx) => loadOpenAccounts(tx))
  return categoryTree(accounts.filter((account) => !isControlAccount(account.stableName)))
}
