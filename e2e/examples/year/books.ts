/** Entering the year over the API. */
import { setTimeout as pause } from 'node:timers/promises'
import type { ItemOf, PacioliClient } from '@pacioli/client'
import { atOnce } from '../shared/at-once.ts'
import { addressOf, B, countPostings, openAccounts, type Books } from '../shared/books.ts'
import { Refusal } from '../shared/refusal.ts'
import { TASK, TRANSACTIONS, type Part } from './bank.ts'
import { entriesOf } from './entries.ts'
import { BILL_PAYMENTS, BILLS, VENDOR_CREDITS, VENDOR_REFUNDS } from './purchases.ts'
import { ACCOUNTS, CUSTOMERS, shopDimension, VENDORS } from './roastery.ts'
import { CORRECTIONS, MISTAKEN_PAYMENTS, MISTAKEN_PAYOUTS, PAYMENTS_AGAIN, RETURNS } from './mishaps.ts'
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
  [WRITE_OFFS, PAYOUTS, CORRECTIONS, RETURNS, PAYMENTS_AGAIN, VENDOR_REFUNDS].reduce(
    (sum, { length }) => sum + length,
    0,
  ) +
  // Made and deleted.
  2 * (MISTAKEN_PAYMENTS.length + MISTAKEN_PAYOUTS.length) +
  entriesOf({ type: 'AccountId', id: '' }).length +
  TRANSACTIONS.length +
  DECIDED_LATER.length +
  // The dimension, the bank account and the task.
  3

type Made = { id: string; external_id: string | null }
type Waiting = ItemOf<`${typeof B}/bank-transactions`>
type BankAccount = { id: string; ledger_account_id: string }

/**
 * Enters the whole year into a business that has nothing yet.
 * @throws Refusal where the ledger takes something too late, or a transaction is offered no match
 */
export async function enterYear(books: Books, onEntered: (count: number) => void): Promise<void> {
  const year = new YearEntry(books, onEntered)
  const bank = await year.open()
  await year.buy()
  await year.sell()
  await year.post(bank)
  await year.untilPosted()
  await year.reportFromBank(bank)
  await year.ask()
}

class YearEntry {
  readonly #books: Books
  readonly #pacioli: PacioliClient
  readonly #params: Pick<Books, 'path'>
  readonly #onEntered: (count: number) => void
  /** What a bank transaction may match, by its external id. */
  readonly #ids = new Map<string, string>()

  constructor(books: Books, onEntered: (count: number) => void) {
    this.#books = books
    this.#pacioli = books.pacioli
    this.#params = { path: books.path }
    this.#onEntered = onEntered
  }

  async open(): Promise<BankAccount> {
    const params = this.#params
    await openAccounts(this.#books, ACCOUNTS)
    this.#onEntered(ACCOUNTS.length)
    await this.#one(this.#pacioli.POST(`${B}/tags/dimensions`, { params, body: shopDimension }))
    await this.#each(VENDORS, (body) => this.#pacioli.POST(`${B}/vendors`, { params, body }))
    await this.#each(CUSTOMERS, (body) => this.#pacioli.POST(`${B}/customers`, { params, body }))
    const kind = { account_type: 'DEPOSITORY', account_subtype: 'CHECKING' } as const
    const account = { external_id: 'checking', account_name: 'Checking account', mask: '4711', ...kind }
    return this.#one(this.#pacioli.POST(`${B}/custom-accounts`, { params, body: account }))
  }

  async buy(): Promise<void> {
    const params = this.#params
    const bills = await this.#pacioli.POST(`${B}/bills/bulk`, { params, body: BILLS })
    this.#all(bills.body.data)
    await this.#each(VENDOR_CREDITS, (body) => this.#pacioli.POST(`${B}/bills/vendor-credits`, { params, body }))
    await this.#each(BILL_PAYMENTS, ({ input }) =>
      this.#pacioli.POST(`${B}/bills/bill-payments`, { params, body: input }),
    )
    await this.#each(VENDOR_REFUNDS, ({ input }) =>
      this.#pacioli.POST(`${B}/bills/vendor-refunds`, { params, body: input }),
    )
  }

  async sell(): Promise<void> {
    const params = this.#params
    const { body: invoices } = await this.#pacioli.POST(`${B}/invoices/bulk`, { params, body: INVOICES })
    this.#onEntered(INVOICES.length)
    const idOf = new Map(invoices.map(({ id, external_id }) => [external_id, id]))
    for (const { invoice, input } of CORRECTIONS) {
      const path = { ...params.path, invoiceId: idOf.get(invoice) ?? '' }
      await this.#one(this.#pacioli.PATCH(`${B}/invoices/{invoiceId}`, { params: { path }, body: input }))
    }
    for (const { day: _day, ...body } of MISTAKEN_PAYMENTS) {
      const { id: paymentId } = await this.#one(this.#pacioli.POST(`${B}/invoices/payments`, { params, body }))
      const path = { ...params.path, paymentId }
      await this.#one(this.#pacioli.POST(`${B}/invoices/payments/{paymentId}/delete`, { params: { path } }))
    }
    await this.#each(PAYMENTS, ({ day: _day, ...body }) =>
      this.#pacioli.POST(`${B}/invoices/payments`, { params, body }),
    )
    for (const { payment, input } of RETURNS) {
      const path = { ...params.path, paymentId: this.#ids.get(payment) ?? '' }
      const returned = await this.#one(
        this.#pacioli.POST(`${B}/invoices/payments/{paymentId}/return`, { params: { path }, body: input }),
      )
      if (returned.return) this.#remember(returned.return)
    }
    await this.#each(PAYMENTS_AGAIN, ({ day: _day, ...body }) =>
      this.#pacioli.POST(`${B}/invoices/payments`, { params, body }),
    )
    for (const { invoice, input } of WRITE_OFFS) {
      const path = { ...params.path, invoiceId: idOf.get(invoice) ?? '' }
      await this.#one(this.#pacioli.POST(`${B}/invoices/{invoiceId}/write-off`, { params: { path }, body: input }))
    }
    for (const refund of REFUNDS) {
      const { payments } = await this.#one(this.#pacioli.POST(`${B}/invoices/refunds`, { params, body: refund }))
      payments.forEach((payment) => this.#remember(payment))
    }
    for (const body of MISTAKEN_PAYOUTS) {
      const { id: payoutId } = await this.#one(this.#pacioli.POST(`${B}/payouts`, { params, body }))
      const path = { ...params.path, payoutId }
      await this.#one(this.#pacioli.POST(`${B}/payouts/{payoutId}/delete`, { params: { path } }))
    }
    await this.#each(PAYOUTS, ({ input }) => this.#pacioli.POST(`${B}/payouts`, { params, body: input }))
  }

  async post({ ledger_account_id }: BankAccount): Promise<void> {
    const body = entriesOf({ type: 'AccountId', id: ledger_account_id })
    const posted = await this.#pacioli.POST(`${B}/ledger/journal-entries/bulk`, { params: this.#params, body })
    this.#all(posted.body.data)
  }

  /** Accounts of taxes are made with the first posting to them: a category has to be there. */
  async untilPosted(): Promise<void> {
    await this.#until('everything to be posted', async () => (await countPostings(this.#books, 'PENDING')) === 0)
    const failed = await countPostings(this.#books, 'FAILED')
    const address = addressOf(this.#books)
    if (failed > 0) throw new Refusal(`The ledger has refused ${failed} postings: see ${address}/postings.`)
  }

  async reportFromBank({ id }: BankAccount): Promise<void> {
    const transactions = TRANSACTIONS.map(({ input }) => input)
    const { path } = this.#params
    await this.#pacioli.POST(`${B}/custom-accounts/{externalAccountId}/transactions`, {
      params: { path: { ...path, externalAccountId: id } },
      body: { transactions },
    })
    this.#onEntered(TRANSACTIONS.length)
    const listed = new Map<string, Waiting>()
    const params = { path, query: { categorized: false, limit: 500 } }
    for await (const one of this.#pacioli.pages(`${B}/bank-transactions`, { params }))
      listed.set(one.source_transaction_id, one)
    await atOnce(DECIDED_LATER, AT_ONCE, async ({ input, matches, parts }) => {
      const waiting = listed.get(input.external_id)
      if (!waiting) throw new Refusal(`${input.external_id} is not among the bank transactions.`)
      if (parts) await this.#split(waiting, parts)
      else await this.#match(waiting, matches ?? '')
      this.#onEntered(1)
    })
  }

  async #split({ id }: Waiting, entries: Part[]): Promise<void> {
    await this.#pacioli.PUT(`${B}/bank-transactions/{transactionId}/categorize`, {
      params: { path: { ...this.#params.path, transactionId: id } },
      body: { type: 'Split', entries },
    })
  }

  async #match(waiting: Waiting, matches: string): Promise<void> {
    const params = { path: { ...this.#params.path, transactionId: waiting.id } }
    const subject = this.#ids.get(matches)
    const isIt = ({ details }: Waiting['suggested_matches'][number]): boolean => details.id === subject
    const offered =
      waiting.suggested_matches.find(isIt) ??
      (await this.#until(`${matches} to be offered as a match of ${waiting.id}`, async () => {
        const { body } = await this.#pacioli.GET(`${B}/bank-transactions/{transactionId}`, { params })
        return body.data.suggested_matches.find(isIt)
      }))
    const confirmation = { type: 'Confirm_Match', match_id: offered.id } as const
    await this.#pacioli.PUT(`${B}/bank-transactions/{transactionId}/match`, { params, body: confirmation })
  }

  async ask(): Promise<void> {
    await this.#one(this.#pacioli.POST(`${B}/tasks`, { params: this.#params, body: TASK }))
  }

  async #one<Resource>(answer: Promise<{ body: { data: Resource } }>): Promise<Resource> {
    const { body } = await answer
    this.#onEntered(1)
    return body.data
  }

  #each<Input>(inputs: readonly Input[], enter: (input: Input) => Promise<{ body: { data: Made } }>): Promise<void> {
    return atOnce(inputs, AT_ONCE, async (input) => this.#remember(await this.#one(enter(input))))
  }

  #all(made: readonly Made[]): void {
    made.forEach((one) => this.#remember(one))
    this.#onEntered(made.length)
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
