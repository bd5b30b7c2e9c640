/** Invoices to be made, as far as other documents decide: what is there already, and whom they are for. */
import { refuseOthersThan } from '../requests/repeats.ts'
import type { Tx } from '@pacioli/db'
import { collectProblems, Problems } from '@pacioli/errors'
import { requireActive } from '../contacts/customer.ts'
import { customerField, findNamedCustomers, type MeantCustomer } from '../contacts/named-customers.ts'
import { externalIdsOf, refuseTaken, type Named } from '../requests/taken-names.ts'
import { findInvoicePaymentIds } from '../receivables/invoice-payment.store.ts'
import { findTakenRefunds } from '../receivables/taken-refunds.ts'
import { findInvoiceIds } from '../receivables/invoice.store.ts'
import type { WantedInvoice } from './wanted-invoice.ts'

/** What is there already, by external id, and what is to be made, each with its customer. */
export type PreparedInvoices = {
  there: Map<string, string>
  fresh: { wanted: WantedInvoice; customer: MeantCustomer }[]
}

/**
 * Reads and holds nothing.
 * @throws DuplicateExternalId, ExternalIdReused, CustomerNotFound, CustomerArchived, InvalidPayload
 */
export async function prepareInvoices(
  tx: Tx,
  businessId: string,
  wanted: readonly WantedInvoice[],
): Promise<PreparedInvoices> {
  // Invoices last: what another request has committed in between is found there with its payments and refunds.
  const taken = await findTakenNames(tx, businessId, wanted)
  const there = await findInvoiceIds(tx, businessId, [...new Set(wanted.flatMap(({ externalId }) => externalId ?? []))])
  await refuseOthersThan(tx, 'invoices', businessId, there, wanted)
  const seen = new Set(there.keys())
  const fresh = wanted.filter(({ externalId }) => {
    const isFresh = externalId === null || !seen.has(externalId)
    if (externalId !== null) seen.add(externalId)
    return isFresh
  })
  refuseTakenNames(fresh, taken)
  const customers = await findNamedCustomers(
    tx,
    businessId,
    fresh.map(({ customer }) => customer),
    (index) => fresh[index]?.field ?? '',
  )
  const prepared = fresh.flatMap((one, index) => {
    const customer = customers[index]
    return customer ? [{ wanted: one, customer }] : []
  })
  const problems = new Problems()
  for (const { wanted: one, customer } of prepared)
    if (customer.kind === 'known')
      collectProblems(problems, () => requireActive(customer.customer, `${one.field}${customerField(one.customer)}`))
  problems.throwIfAny()
  return { there, fresh: prepared }
}

const paymentsIn = (wanted: readonly WantedInvoice[]): Named[] => wanted.flatMap(({ payments }) => payments)

const refundsIn = (wanted: readonly WantedInvoice[]): Named[] =>
  wanted.flatMap(({ payments, lines, dedicatedRefunds }) => [
    ...payments.flatMap((payment) => payment.dedicatedRefunds),
    ...lines.flatMap((line) => line.dedicatedRefunds),
    ...dedicatedRefunds,
  ])

type Taken = { payments: ReadonlySet<string>; refunds: ReadonlySet<string> }

async function findTakenNames(tx: Tx, businessId: string, wanted: readonly WantedInvoice[]): Promise<Taken> {
  const payments = await findInvoicePaymentIds(tx, businessId, externalIdsOf(paymentsIn(wanted)))
  return { payments: new Set(payments.keys()), refunds: await findTakenRefunds(tx, businessId, refundsIn(wanted)) }
}

/**
 * A new invoice brings new payments and refunds: one of an external_id that exists is another invoice's.
 * @throws DuplicateExternalId, naming each
 */
function refuseTakenNames(fresh: readonly WantedInvoice[], taken: Taken): void {
  const problems = new Problems()
  refuseTaken(paymentsIn(fresh), taken.payments, 'invoice payment', problems)
  refuseTaken(refundsIn(fresh), taken.refunds, 'refund', problems)
  problems.throwIfAny()
}
