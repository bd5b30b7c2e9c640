/** Entering the year over the API. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Api } from '../shared/api.ts'
import { atOnce } from '../shared/at-once.ts'
import { openAccounts } from '../shared/books.ts'
import { countOf, rowsOf } from '../shared/lists.ts'
import { Refusal } from '../shared/refusal.ts'
import { TASK, TRANSACTIONS } from './bank.ts'
import { entriesOf } from './entries.ts'
import { BILL_PAYMENTS, BILLS, VENDOR_CREDITS } from './purchases.ts'
import { ACCOUNTS, CUSTOMERS, shopDimension, VENDORS } from './roastery.ts'
import { INVOICES, PAYMENTS, PAYOUTS, REFUNDS, WRITE_OFFS } from './sales.ts'

/** Requests at once, of those that enter one thing each. */
const AT_ONCE = 8
/** How long what was written may take to be posted, or to be offered as a match. */
const PATIENCE_MS = 60_000
const PAUSE_MS = 100

const DECIDED_LATER = TRANSACTIONS.filter(({ matches, parts }) => matches ?? parts)

/** How many things are entered or decided; the entries don't depend on the bank account in number. */
export const SIZE =
  [ACCOUNTS, VENDORS, CUSTOMERS, BILLS, BILL_PAYMENTS, VENDOR_CREDITS, INVOICES, PAYMENTS, REFUNDS].reduce(
    (sum, { length }) => sum + length,
    0,
  ) +
  WRITE_OFFS.length +
  PAYOUTS.length +
  entriesOf({ type: 'AccountId', id: '' }).length +
  TRANSACTIONS.length +
  DECIDED_LATER.length +
  // The dimension, the bank account and the task.
  3

type Data<Resource> = { data: Resource }
type Made = { id: string; external_id: string | null }
/** What a transaction may be, and what of the books that is. */
type Offered = { id: string; details: { id: string } }
type Waiting = { id: string; source_transaction_id: string; suggested_matches: Offered[] }
type BankAccount = { id: string; ledger_account_id: string }

/**
 * Enters the whole year into a business that has nothing yet.
 * @throws Refusal where the ledger takes something too late, or a transaction is offered no match
 */
export async function enterYear(api: Api, business: string, onEntered: (count: number) => void): Promise<void> {
  const year = new YearEntry(api, business, onEntered)
  const bank = await year.open()
  await year.buy()
  await year.sell()
  await year.post(bank)
  await year.untilPosted()
  await year.reportFromBank(bank)
  await year.ask()
}

class YearEntry {
  readonly #api: Api
  readonly #business: string
  readonly #onEntered: (count: number) => void
  /** What a bank transaction may match, by its external id. */
  readonly #ids = new Map<string, string>()

  constructor(api: Api, business: string, onEntered: (count: number) => void) {
    this.#api = api
    this.#business = business
    this.#onEntered = onEntered
  }

  async open(): Promise<BankAccount> {
    await openAccounts(this.#api, this.#business, ACCOUNTS)
    this.#onEntered(ACCOUNTS.length)
    await this.#create('tags/dimensions', shopDimension)
    await this.#each('vendors', VENDORS)
    await this.#each('customers', CUSTOMERS)
    const kind = { account_type: 'DEPOSITORY', account_subtype: 'CHECKING' }
    const account = { external_id: 'checking', account_name: 'Checking account', mask: '4711', ...kind }
    return this.#create<BankAccount>('custom-accounts', account)
  }

  async buy(): Promise<void> {
    await this.#bulk('bills/bulk', BILLS)
    await this.#each('bills/vendor-credits', VENDOR_CREDITS)
    await this.#each(
      'bills/bill-payments',
      BILL_PAYMENTS.map(({ input }) => input),
    )
  }

  async sell(): Promise<void> {
    const invoices = await this.#api<Made[]>('POST', `${this.#business}/invoices/bulk`, INVOICES)
    this.#onEntered(INVOICES.length)
    const idOf = new Map(invoices.map(({ id, external_id }) => [external_id, id]))
    await this.#each(
      'invoices/payments',
      PAYMENTS.map(({ day: _day, ...input }) => input),
    )
    for (const { invoice, input } of WRITE_OFFS) await this.#create(`invoices/${idOf.get(invoice)}/write-off`, input)
    for (const refund of REFUNDS) {
      const { payments } = await this.#create<{ payments: Made[] }>('invoices/refunds', refund)
      payments.forEach((payment) => this.#remember(payment))
    }
    await this.#each(
      'payouts',
      PAYOUTS.map(({ input }) => input),
    )
  }

  async post({ ledger_account_id }: BankAccount): Promise<void> {
    await this.#bulk('ledger/journal-entries/bulk', entriesOf({ type: 'AccountId', id: ledger_account_id }))
  }

  /** Accounts of taxes are made with the first posting to them: a category has to be there. */
  async untilPosted(): Promise<void> {
    await this.#until(
      'everything to be posted',
      async () => (await countOf(this.#api, `${this.#business}/postings?status=PENDING`)) === 0,
    )
    const failed = await countOf(this.#api, `${this.#business}/postings?status=FAILED`)
    if (failed > 0) throw new Refusal(`The ledger has refused ${failed} postings: see ${this.#business}/postings.`)
  }

  async reportFromBank({ id }: BankAccount): Promise<void> {
    const transactions = TRANSACTIONS.map(({ input }) => input)
    await this.#api('POST', `${this.#business}/custom-accounts/${id}/transactions`, { transactions })
    this.#onEntered(TRANSACTIONS.length)
    const listed = new Map<string, Waiting>()
    const path = `${this.#business}/bank-transactions`
    for await (const one of rowsOf<Waiting>(this.#api, path, { categorized: 'false' }))
      listed.set(one.source_transaction_id, one)
    await atOnce(DECIDED_LATER, AT_ONCE, async ({ input, matches, parts }) => {
      const waiting = listed.get(input.external_id)
      if (!waiting) throw new Refusal(`${input.external_id} is not among the transactions of ${path}.`)
      if (parts) await this.#api('PUT', `${path}/${waiting.id}/categorize`, { type: 'Split', entries: parts })
      else await this.#match(waiting, matches ?? '')
      this.#onEntered(1)
    })
  }

  async #match(waiting: Waiting, matches: string): Promise<void> {
    const path = `${this.#business}/bank-transactions/${waiting.id}`
    const subject = this.#ids.get(matches)
    const isIt = ({ details }: Offered): boolean => details.id === subject
    const offered =
      waiting.suggested_matches.find(isIt) ??
      (await this.#until(`${matches} to be offered as a match of ${path}`, async () =>
        (await this.#api<Data<Waiting>>('GET', path)).data.suggested_matches.find(isIt),
      ))
    await this.#api('PUT', `${path}/match`, { type: 'Confirm_Match', match_id: offered.id })
  }

  async ask(): Promise<void> {
    await this.#create('tasks', TASK)
  }

  async #create<Resource>(path: string, input: object): Promise<Resource> {
    const { data } = await this.#api<Data<Resource>>('POST', `${this.#business}/${path}`, input)
    this.#onEntered(1)
    return data
  }

  #each(path: string, inputs: readonly object[]): Promise<void> {
    return atOnce(inputs, AT_ONCE, async (input) => this.#remember(await this.#create<Made>(path, input)))
  }

  async #bulk(path: string, inputs: readonly object[]): Promise<void> {
    const { data } = await this.#api<Data<Made[]>>('POST', `${this.#business}/${path}`, inputs)
    data.forEach((made) => this.#remember(made))
    this.#onEntered(inputs.length)
  }

  #remember({ id, external_id }: Made): void {
    if (external_id !== null) this.#ids.set(external_id, id)
  }

  /** What is found, as soon as it is. */
  async #until<Found>(what: string, find: () => Promise<Found | false | undefined>): Promise<Found> {
    const deadline = Date.now() + PATIENCE_MS
    for (;;) {
      const found = await find()
      if (found) return found
      if (Date.now() > deadline) throw new Refusal(`Waited ${PATIENCE_MS / 1_000} s for ${what}.`)
      await pause(PAUSE_MS)
    }
  }
}
