/** The customers that requests name, by id or by their external id. */
import type { Tx } from '@pacioli/db'
import { Problems } from '@pacioli/errors'
import { isKeepable } from '@pacioli/paging'
import { AskAgain } from '@pacioli/postings'
import { isUuid } from '@pacioli/rpc'
import { recordNewContacts, type Recorder } from './record-contacts.ts'
import { holdCustomers, loadCustomers, loadCustomersByExternalId } from './customer.store.ts'
import { CUSTOMERS, customerOnTheWay, type Customer } from './customer.ts'

export type NamedCustomer = { customer_id?: string | undefined; customer_external_id?: string | undefined }

/** Whom a request means: a customer that there is, or one that is to be made on the way. */
export type MeantCustomer = { kind: 'known'; customer: Customer } | { kind: 'new'; externalId: string }

/** By what a request names its customer: where a problem with it is told. */
export const customerField = ({ customer_id }: NamedCustomer): 'customer_id' | 'customer_external_id' =>
  customer_id === undefined ? 'customer_external_id' : 'customer_id'

/**
 * The customer of each, in the order given. Both names must mean the same one; who is named by an unknown external_id alone
 * is to be made on the way. Nothing is held: who writes a document holds its customer (`holdCustomers`), then makes those
 * on the way (`makeCustomersOnTheWay`), and refuses archived ones (`requireActive`).
 * @param fieldOf where the request has what stands there, such as `37.`; empty where it is the request itself
 * @throws CustomerNotFound, InvalidPayload, naming each
 */
export async function findNamedCustomers(
  tx: Tx,
  businessId: string,
  named: readonly NamedCustomer[],
  fieldOf: (index: number) => string = () => '',
): Promise<MeantCustomer[]> {
  const known = {
    byId: new Map((await loadCustomers(tx, businessId, ids(named))).map((customer) => [customer.id, customer])),
    byExternalId: new Map(
      (await loadCustomersByExternalId(tx, businessId, externalIds(named))).map((customer) => [
        customer.externalId,
        customer,
      ]),
    ),
  }
  const problems = new Problems()
  const meant = named.flatMap((one, index) => meantBy(one, known, fieldOf(index), problems) ?? [])
  problems.throwIfAny()
  return meant
}

type Known = { byId: ReadonlyMap<string, Customer>; byExternalId: ReadonlyMap<string | null, Customer> }

/** Whom one of them means; undefined where that is a problem. */
function meantBy(
  { customer_id, customer_external_id }: NamedCustomer,
  known: Known,
  field: string,
  problems: Problems,
): MeantCustomer | undefined {
  if (customer_id !== undefined) return meantById(customer_id, customer_external_id, known, field, problems)
  if (customer_external_id !== undefined) return meantByExternalId(customer_external_id, known, field, problems)
  problems.add('InvalidPayload', 'Expected the customer, by customer_id or by customer_external_id.', {
    field: `${field}customer_id`,
  })
  return undefined
}

function meantById(
  id: string,
  externalId: string | undefined,
  { byId, byExternalId }: Known,
  field: string,
  problems: Problems,
): MeantCustomer | undefined {
  const customer = byId.get(id.toLowerCase())
  const other = externalId === undefined ? customer : byExternalId.get(externalId)
  const refuseUnknown = (name: string, value: string): void =>
    problems.add('CustomerNotFound', `The business has no customer ${value}.`, { field: `${field}${name}`, value })
  if (!customer) refuseUnknown('customer_id', id)
  if (!other && externalId !== undefined) refuseUnknown('customer_external_id', externalId)
  if (customer && other && customer.id !== other.id)
    problems.add(
      'InvalidPayload',
      'customer_id and customer_external_id are of different customers. Give one of them, or both of the same customer.',
      { field: `${field}customer_external_id`, value: externalId },
    )
  return customer && { kind: 'known', customer }
}

function meantByExternalId(
  externalId: string,
  { byExternalId }: Known,
  field: string,
  problems: Problems,
): MeantCustomer | undefined {
  const customer = byExternalId.get(externalId)
  if (customer) return { kind: 'known', customer }
  if (isKeepable(externalId) && externalId.trim() !== '') return { kind: 'new', externalId }
  problems.add(
    'InvalidPayload',
    'A customer is made by an external_id of valid text with at least one character that can be seen.',
    { field: `${field}customer_external_id`, value: externalId },
  )
  return undefined
}

const ids = (named: readonly NamedCustomer[]): string[] =>
  named.flatMap(({ customer_id }) =>
    customer_id !== undefined && isUuid(customer_id) ? [customer_id.toLowerCase()] : [],
  )

/** What cannot be in the database names nobody. */
const externalIds = (named: readonly NamedCustomer[]): string[] =>
  named.flatMap(({ customer_external_id: id }) => (id !== undefined && isKeepable(id) ? [id] : []))

/**
 * Makes the customers that a request names by external ids that nobody has. Those that another request has made meanwhile
 * are held and answered as they are: perhaps they are archived already. Who calls has held the customers that it knows.
 * @returns all of them, by external id
 * @throws AskAgain where one has got another external_id in between
 */
export async function makeCustomersOnTheWay(
  tx: Tx,
  billing: Recorder,
  businessId: string,
  externalIds: readonly string[],
): Promise<Map<string, Customer>> {
  const wanted = [...new Set(externalIds)]
  const now = billing.now()
  const made = await recordNewContacts(
    tx,
    billing,
    CUSTOMERS,
    businessId,
    wanted.map((externalId) => customerOnTheWay(billing.newId(), businessId, externalId, now)),
  )
  const isMade = new Set(made.map(({ externalId }) => externalId))
  const others = await loadCustomersByExternalId(
    tx,
    businessId,
    wanted.filter((externalId) => !isMade.has(externalId)),
  )
  const held = await holdCustomers(
    tx,
    businessId,
    others.map(({ id }) => id),
  )
  const byExternalId = new Map([...made, ...held.values()].map((customer) => [customer.externalId ?? '', customer]))
  if (wanted.some((externalId) => !byExternalId.has(externalId))) throw new AskAgain()
  return byExternalId
}
