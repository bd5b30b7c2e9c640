import { refused } from '@pacioli/errors'
import { requireBusiness } from '@pacioli/ledger-facts'
import type { FindContactsRequest__Output, FindContactsResponse } from '@pacioli/protos/billing'
import { isUuid, type BusinessRead } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { loadContactNames } from '../contacts/contact.store.ts'
import { nameOf, type ContactKind } from '../contacts/contact.ts'
import { CUSTOMERS } from '../contacts/customer.ts'
import { VENDORS } from '../contacts/vendor.ts'

/** As many as the lines of a request. */
const MAX_IDS = 10_000

/**
 * Those of these vendors and customers that the business has, with their names, archived ones too.
 * @throws BusinessNotFound, InvalidQuery
 */
export async function findContacts(
  billing: Billing,
  context: BusinessRead,
  { vendor_ids, customer_ids }: FindContactsRequest__Output,
): Promise<FindContactsResponse> {
  const count = vendor_ids.length + customer_ids.length
  if (count > MAX_IDS)
    throw refused('InvalidQuery', `At most ${MAX_IDS} contacts can be asked for at once; here are ${count}.`)
  await requireBusiness(billing, context)
  return billing.db.transact(context, async (tx) => {
    const named = async (kind: ContactKind, ids: readonly string[]) =>
      (await loadContactNames(tx, kind, ids.filter(isUuid))).map((one) => ({ id: one.id, name: nameOf(kind, one) }))
    return { vendors: await named(VENDORS, vendor_ids), customers: await named(CUSTOMERS, customer_ids) }
  })
}
