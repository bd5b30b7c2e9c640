/** Single documents of one business, each as a caller would send it. */
import { callGateway, type Gateway } from '../tools/gateway.ts'

export type Ask = () => Promise<unknown>

const AMOUNT = 1_250
const VENDOR = 'landlord'
const CUSTOMER = 'regular'

const lineOn = (stable_name: string) => ({
  account_identifier: { type: 'StableName', stable_name },
  unit_price: AMOUNT,
})

/**
 * A request of each kind, by its name. What is paid or refunded was entered in order, and each once: invoices are paid
 * after as many were entered, and refunded after that.
 */
export async function documentsOf(gateway: Gateway, base: string): Promise<Record<string, Ask>> {
  const bills: string[] = []
  const invoices: string[] = []
  const paid: string[] = []
  await callGateway<'createVendor'>(gateway, `${base}/vendors`, { external_id: VENDOR, company_name: 'Landlord' })
  await callGateway<'createCustomer'>(gateway, `${base}/customers`, { external_id: CUSTOMER, company_name: 'Regular' })
  return {
    'a bill': async () => {
      const bill = { vendor_external_id: VENDOR, line_items: [lineOn('OPERATING_EXPENSES')] }
      bills.push((await callGateway<'createBill'>(gateway, `${base}/bills`, bill)).data.id)
    },
    'the payment of a bill': () => {
      const allocations = [{ bill_id: oldest(bills), amount: AMOUNT }]
      const payment = JSON.stringify({ method: 'ACH', amount: AMOUNT, allocations })
      return gateway.send('POST', `${base}/bills/bill-payments`, payment)
    },
    'an invoice': async () => {
      const sent_at = new Date().toISOString()
      const invoice = { customer_external_id: CUSTOMER, sent_at, line_items: [lineOn('SALES')] }
      invoices.push((await callGateway<'createInvoice'>(gateway, `${base}/invoices`, invoice)).data.id)
    },
    'the payment of an invoice': async () => {
      const id = oldest(invoices)
      await gateway.send('POST', `${base}/invoices/${id}/payment`, JSON.stringify({ method: 'ACH', amount: AMOUNT }))
      paid.push(id)
    },
    'the refund of an invoice': () =>
      gateway.send('POST', `${base}/invoices/${oldest(paid)}/refund`, JSON.stringify({ method: 'ACH' })),
  }
}

function oldest(ids: string[]): string {
  const id = ids.shift()
  if (id === undefined) throw new Error('Expected a document that is left.')
  return id
}
