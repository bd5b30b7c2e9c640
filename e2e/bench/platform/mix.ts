/** What a platform asks for in a day: of twenty requests ten entries, three bills, two payments, five of the bank. */
import { randomUUID } from 'node:crypto'
import { callGateway } from '../tools/gateway.ts'
import { rateOf } from '../tools/measure.ts'
import { CLIENTS, inTurn, postEntry, type Business, type Platform } from './platform.ts'

const AMOUNT = 1_250
const VENDOR = 'landlord'
const AT_ONCE = 8

/** One request of a kind that there is something for. */
export type Kind = 'entry' | 'bill' | 'payment' | 'import' | 'category'

const KINDS: readonly Kind[] = [
  ...['entry', 'bill', 'entry', 'import', 'entry', 'payment', 'entry', 'category', 'entry', 'bill'],
  ...['entry', 'import', 'entry', 'entry', 'payment', 'entry', 'bill', 'import', 'entry', 'category'],
] as Kind[]

export type Mix = {
  /** Makes the nth request, to each business in turn. */
  ask: (n: number, caller: number) => Promise<void>
  /** The nth of one kind: what a payment or a category is for has to be there. */
  askFor: (kind: Kind, n: number, caller: number) => Promise<void>
  /** So many bank transactions in the nth request. */
  importMany: (count: number, n: number) => Promise<void>
}

/** Gives each business a vendor and a bank account. */
export async function prepareMix(platform: Platform): Promise<Mix> {
  const { gateway, businesses } = platform
  const unpaid: { business: Business; id: string }[] = []
  const open: { business: Business; id: string }[] = []
  const accounts = new Map<Business, string>()

  const enterBill = async (business: Business): Promise<void> => {
    const account_identifier = { type: 'StableName', stable_name: 'OPERATING_EXPENSES' }
    const bill = { vendor_external_id: VENDOR, line_items: [{ account_identifier, unit_price: AMOUNT }] }
    const { data } = await callGateway<'createBill'>(gateway, `${business.base}/bills`, bill, business.headers)
    unpaid.push({ business, id: data.id })
  }
  const payBill = async (): Promise<void> => {
    const { business, id } = next(unpaid, 'bill')
    const payment = { method: 'ACH', amount: AMOUNT, allocations: [{ bill_id: id, amount: AMOUNT }] }
    await gateway.send('POST', `${business.base}/bills/bill-payments`, JSON.stringify(payment), business.headers)
  }
  const importSome = async (business: Business, count: number): Promise<void> => {
    const row = { amount: AMOUNT, direction: 'DEBIT', date: new Date().toISOString(), description: 'Rent' }
    const transactions = Array.from({ length: count }, () => ({ ...row, external_id: randomUUID() }))
    const path = `${business.base}/custom-accounts/${accounts.get(business)}/transactions`
    const { data } = await callGateway<'importTransactions'>(gateway, path, { transactions }, business.headers)
    open.push(...data.rows.map(({ transaction_id }) => ({ business, id: transaction_id ?? '' })))
  }
  const categorize = async (): Promise<void> => {
    const { business, id } = next(open, 'bank transaction')
    const body = JSON.stringify({ type: 'Category', category: 'OPERATING_EXPENSES' })
    await gateway.send('PUT', `${business.base}/bank-transactions/${id}/categorize`, body, business.headers)
  }

  await rateOf(AT_ONCE, businesses.length, async (n) => {
    const business = inTurn(businesses, n)
    const { base, headers } = business
    await callGateway<'createVendor'>(
      gateway,
      `${base}/vendors`,
      { external_id: VENDOR, company_name: 'Landlord' },
      headers,
    )
    const kind = { account_type: 'DEPOSITORY', account_subtype: 'CHECKING' }
    const account = { external_id: 'checking', account_name: 'Checking', ...kind }
    accounts.set(
      business,
      (await callGateway<'createCustomAccount'>(gateway, `${base}/custom-accounts`, account, headers)).data.id,
    )
  })
  // A few of each to begin with.
  for (const business of businesses.slice(0, CLIENTS)) {
    await enterBill(business)
    await importSome(business, 1)
  }
  const askFor: Mix['askFor'] = (kind, n, caller) => {
    const business = inTurn(businesses, n)
    switch (kind) {
      case 'entry':
        return postEntry(platform, businesses.length, n, caller)
      case 'bill':
        return enterBill(business)
      case 'payment':
        return payBill()
      case 'import':
        return importSome(business, 1)
      case 'category':
        return categorize()
    }
  }
  return {
    ask: (n, caller) => askFor(inTurn(KINDS, n), n, caller),
    askFor,
    importMany: (count, n) => importSome(inTurn(businesses, n), count),
  }
}

/** The oldest, which is nobody else's any more. */
function next<One>(all: One[], what: string): One {
  const one = all.shift()
  if (one === undefined) throw new Error(`Expected a ${what} that is left.`)
  return one
}
