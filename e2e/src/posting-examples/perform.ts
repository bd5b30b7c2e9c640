/** Does over HTTP what the steps of an example say, in new books. */
import { waitFor } from '@pacioli/testing'
import type { Answer } from '../api.ts'
import { Banking } from '../banking.ts'
import { named, type Books } from '../books.ts'
import { close, closings, reverse } from '../closings.ts'
import { Payables } from '../payables.ts'
import { Receivables } from '../receivables.ts'
import { Tagging } from '../tagging.ts'
import type { Act, Made, Making, Outcome } from './acts.ts'
import { minorUnits, type ExampleStep, type ExpectedRow } from './parse.ts'
import { actsOfPayables, CONTACT } from './payables.ts'
import { documentFrom, journalLineFrom, moneyFrom, shareFrom, tagFrom } from './words.ts'

export class ExampleBooks {
  readonly #books: Books
  readonly #payables: Payables
  readonly #receivables: Receivables
  readonly #banking: Banking
  readonly #made = new Map<string, Made>()
  readonly #acts: Record<string, Act>

  constructor(books: Books) {
    this.#books = books
    this.#payables = new Payables(books)
    this.#receivables = new Receivables(books)
    this.#banking = new Banking(books)
    this.#acts = {
      ...this.#ofLedger(),
      ...actsOfPayables(this.#payables, this.#making()),
      ...this.#ofReceivables(),
      ...this.#ofBanking(),
    }
  }

  /** @throws Error for a verb that is none */
  async perform(step: ExampleStep): Promise<Outcome> {
    const act = this.#acts[step.verb]
    if (!act) throw new Error(`"${step.verb}" is none of: ${Object.keys(this.#acts).join(', ')}.`)
    return act(step)
  }

  /** Status and outstanding balance of what an example has made. */
  async stateOf(name: string): Promise<{ status: string; outstanding: number | undefined }> {
    const { kind, id } = this.#named(name)
    if (kind === 'transaction')
      return { status: (await this.#banking.transaction(id)).categorizationStatus, outstanding: undefined }
    const { status, outstanding_balance } =
      kind === 'invoice' ? await this.#receivables.invoice(id) : await this.#payables.bill(id)
    return { status, outstanding: outstanding_balance }
  }

  /** What the customer or the vendor of the examples owes or is owed. */
  async balancesOf(contact: 'customer' | 'vendor') {
    const { balance, overdue_balance: overdue, credit_balance: credit } = await this.#contact(contact)
    return { balance, overdue, credit }
  }

  #contact(contact: 'customer' | 'vendor') {
    return contact === 'customer' ? this.#receivables.customer(CONTACT) : this.#payables.vendor(CONTACT)
  }

  #named(name: string): Made {
    const found = this.#made.get(name)
    if (!found) throw new Error(`The example has made no ${name} before.`)
    return found
  }

  #id(name: string): string {
    return this.#named(name).id
  }

  #making(): Making {
    return {
      id: (name) => this.#id(name),
      named: (name) => this.#named(name),
      keep: (step, kind, answer) => this.#keep(step, kind, answer),
    }
  }

  /** Remembers what a create has made under the name that the example gives it. */
  async #keep<Body extends { data: { id: string } }>(
    { name }: ExampleStep,
    kind: string,
    answer: Promise<Answer<Body>>,
    more?: (body: Body) => string | undefined,
  ): Promise<Outcome> {
    const found = await answer
    if (found.status < 300) {
      const rest = more?.(found.body)
      this.#made.set(name, { kind, id: found.body.data.id, ...(rest === undefined ? {} : { more: rest }) })
    }
    return found
  }

  #ofLedger(): Record<string, Act> {
    const books = this.#books
    return {
      entry: (step) =>
        this.#keep(
          step,
          'entry',
          Promise.all(step.details.map((one) => this.#entryLine(one))).then((line_items) =>
            books.post({ entry_at: step.at, line_items }),
          ),
        ),
      'receivable aging': (step) => this.#aging(step),
      'payable aging': (step) => this.#aging(step),
      reverse: ({ name }) => books.api.call('reverseEntry', { path: { entryId: this.#id(name) } }),
      dimension: ({ details: [key, strictness] }) =>
        new Tagging(books).create({ key, strictness: strictness === 'balancing' ? 'BALANCING' : 'NON_BALANCING' }),
      'lock books': ({ details: [day] }) => this.#configure({ closing_date: day }),
      threshold: ({ details: [amount = ''] }) =>
        this.#configure({
          match_adjustment_threshold: minorUnits(amount),
          match_rounding_threshold: minorUnits(amount),
        }),
      'close year': ({ details: [year] }) => close(books, { year: Number(year) }),
      'reverse closing': async () => {
        const [last] = (await closings(books)).data
        return reverse(books, last?.id ?? '')
      },
    }
  }

  #aging({ verb, at }: ExampleStep) {
    const operation = verb === 'receivable aging' ? 'getArAging' : 'getApAging'
    const query = { effective_date: at.slice(0, 10), include_documents: false }
    return this.#books.api.call(operation, { query })
  }

  /** The rows of the report that a step reads. */
  async rowsOf(step: ExampleStep): Promise<ExpectedRow[]> {
    const { data } = (await this.#aging(step)).body
    const names = new Map(data.columns.map(({ column_key, display_name }) => [column_key, display_name.toLowerCase()]))
    return data.rows.map(({ display_name: name, cells }) => {
      const shown = Object.entries(cells).flatMap(([key, cell]): [string, number][] => {
        const amount = Number(cell?.value)
        return amount === 0 ? [] : [[names.get(key) ?? key, amount]]
      })
      return { name, amounts: Object.fromEntries(shown) }
    })
  }

  #configure(body: object): Promise<Outcome> {
    return this.#books.api.call('updateAccountingConfiguration', { body })
  }

  #ofReceivables(): Record<string, Act> {
    const receivables = this.#receivables
    return {
      invoice: (step) =>
        this.#keep(
          step,
          'invoice',
          receivables.createInvoice({
            customer_external_id: CONTACT,
            sent_at: step.at,
            ...documentFrom(step.details),
          }),
        ),
      'update invoice': ({ name, details }) => receivables.updateInvoice(this.#id(name), documentFrom(details)),
      'resend invoice': ({ name, details: [day] }) =>
        receivables.updateInvoice(this.#id(name), { sent_at: `${day}T12:00:00Z` }),
      'void invoice': ({ name, details: [moved] }) =>
        receivables.voidInvoice(this.#id(name), { move_payments_to_credit: moved === 'payments become credit' }),
      payment: async (step) => {
        await receivables.customer(CONTACT)
        const [money = '', ...shares] = step.details
        const allocations = shares.map(shareFrom).map(({ name, amount }) => ({ invoice_id: this.#id(name), amount }))
        const body = { customer_external_id: CONTACT, paid_at: step.at, ...moneyFrom(money), allocations }
        return this.#keep(step, 'invoice_payment', receivables.createPayment(body))
      },
      'delete payment': ({ name }) => receivables.deletePayment(this.#id(name)),
      'write off': (step) => {
        const [share = ''] = step.details
        const { name, amount } = shareFrom(share)
        const answer = receivables.writeOff(this.#id(name), { amount, write_off_at: step.at })
        return this.#keep(step, 'write_off', answer, () => this.#id(name))
      },
      'undo write-off': ({ name }) => {
        const { id, more = '' } = this.#named(name)
        return receivables.undoWriteOff(more, id)
      },
      refund: (step) => this.#refund(step),
      'pay refund': async ({ name, at, details: [money = ''] }) => {
        const { amount, fee, ...how } = moneyFrom(money)
        const payment = { refunded_amount: amount, refund_processing_fee: fee, completed_at: at, ...how }
        const answer = await receivables.updateRefund(this.#id(name), { payments: [payment] })
        if (answer.status < 300) {
          const more = answer.body.data.payments.at(-1)?.id
          this.#made.set(name, { ...this.#named(name), ...(more === undefined ? {} : { more }) })
        }
        return answer
      },
      payout: (step) => this.#payout(step),
    }
  }

  /** `I1 40.00`, `payment P1 40.00`, `customer 40.00` or `credit 40.00`: what it refers to, and how much. */
  #refund(step: ExampleStep): Promise<Outcome> {
    const allocations = step.details.map((detail) => {
      const [what = '', ...rest] = detail.split(' ')
      const total_amount = minorUnits(rest.at(-1) ?? '')
      if (what === 'customer') return { customer_external_id: CONTACT, total_amount }
      if (what === 'credit') return { customer_external_id: CONTACT, source: 'CREDIT_BALANCE', total_amount }
      if (what === 'payment') return { invoice_payment_id: this.#id(rest[0] ?? ''), total_amount }
      return { invoice_id: this.#id(what), total_amount }
    })
    return this.#keep(step, 'refund', this.#receivables.createRefund({ completed_at: step.at, allocations }))
  }

  /** `46.00; payment P1; refund R1; fee 0.50; Dr OPERATING_EXPENSES 1.00` */
  #payout(step: ExampleStep): Promise<Outcome> {
    const [paidOut = '', ...details] = step.details
    const [payments, refund_payments, other_transactions]: [object[], object[], object[]] = [[], [], []]
    let fee: number | undefined
    for (const detail of details) {
      const [word = '', name = ''] = detail.split(' ')
      if (word === 'payment') payments.push({ id: this.#id(name) })
      else if (word === 'refund') refund_payments.push({ id: this.#named(name).more })
      else if (word === 'fee') fee = minorUnits(name)
      else other_transactions.push(journalLineFrom(detail, (name) => this.#account(name)))
    }
    const body = {
      paid_out_amount: minorUnits(paidOut),
      fee,
      completed_at: step.at,
      payments,
      refund_payments,
      other_transactions,
    }
    return this.#keep(step, 'payout', this.#receivables.createPayout(body))
  }

  #ofBanking(): Record<string, Act> {
    const banking = this.#banking
    return {
      'bank account': (step) => {
        const [kind] = step.details
        const fields =
          kind === 'credit card'
            ? { account_type: 'CREDIT', account_subtype: 'CREDIT_CARD' }
            : { account_type: 'DEPOSITORY', account_subtype: 'CHECKING' }
        return this.#keep(
          step,
          'bank_account',
          banking.createAccount({ external_id: step.name, account_name: step.name, ...fields }),
          ({ data }) => data.ledger_account_id,
        )
      },
      'opening balance': ({ name, at, details: [amount = ''] }) =>
        banking.open(this.#id(name), amount.startsWith('-') ? -minorUnits(amount.slice(1)) : minorUnits(amount), at),
      'money in': (step) => this.#import(step, 'CREDIT'),
      'money out': (step) => this.#import(step, 'DEBIT'),
      categorize: async ({ name, details: [category = ''] }) =>
        banking.categorize(this.#id(name), await this.#category(category)),
      exclude: ({ name }) => banking.categorize(this.#id(name), 'Exclusion'),
      split: async ({ name, details }) =>
        banking.split(this.#id(name), ...(await Promise.all(details.map((detail) => this.#part(detail))))),
      match: async ({ name, details: [other = ''] }) => {
        const [what = '', , account] = other.split(' ')
        const matchId = account === undefined ? this.#id(what) : await this.#lineOf(what, account)
        // What was just made is known to banking by its event, a moment later.
        return waitFor(`${other} to be known to banking`, async () => {
          const answer = await banking.match(this.#id(name), matchId)
          return answer.status === 404 ? undefined : answer
        })
      },
      uncategorize: ({ name }) => banking.uncategorize(this.#id(name)),
    }
  }

  /** `ACCOUNTS_PAYABLE of vendor`, or an account alone. */
  async #category(text: string): Promise<string | object> {
    const [account = ''] = text.split(' ')
    const party = await this.#party(text)
    return party ? { ...named(account), ...party } : this.#account(account)
  }

  /** `ACCOUNTS_PAYABLE of vendor 25.00 tag fund=building` */
  async #part(detail: string): Promise<object> {
    const [, category = '', amount = '', tag] = /^(.+?) (\d+\.\d{2})(?: tag (\S+))?$/.exec(detail) ?? []
    return {
      category: await this.#category(category),
      amount: minorUnits(amount),
      tags: tag === undefined ? [] : [tagFrom(tag)],
    }
  }

  /** `Checking 100.00` */
  async #import(step: ExampleStep, direction: 'CREDIT' | 'DEBIT'): Promise<Outcome> {
    const { name: account, amount } = shareFrom(step.details[0] ?? '')
    const { name, at: date } = step
    const answer = await this.#banking.import(this.#id(account), [
      { external_id: name, description: name, amount, direction, date },
    ])
    this.#made.set(name, { kind: 'transaction', id: answer.body.data.rows[0]?.transaction_id ?? '' })
    return answer
  }

  /** The line that an entry, or the standing entry of a transaction, has on a bank account. */
  async #lineOf(name: string, account: string): Promise<string> {
    const { kind, id } = this.#named(name)
    const entries = kind === 'transaction' ? await this.#books.allEntries() : [await this.#books.entry(id)]
    const found = entries
      .filter((entry) => kind !== 'transaction' || (entry.source_id === id && entry.reversal_id === null))
      .filter((entry) => entry.reversal_of_id === null)
      .flatMap(({ line_items }) => line_items)
      .find((line) => line.account.name === account)
    if (!found) throw new Error(`${name} has no line on ${account}.`)
    return found.id
  }

  /** A bank account goes by the name that the example gives it. */
  #account(name: string): string {
    return this.#made.get(name)?.more ?? name
  }

  /** `Dr ACCOUNTS_PAYABLE 100.00 of vendor` */
  async #entryLine(detail: string): Promise<object> {
    return { ...journalLineFrom(detail, (name) => this.#account(name)), ...(await this.#party(detail)) }
  }

  /** `of customer` or `of vendor` at the end, as the fields that name them. */
  async #party(text: string): Promise<object | undefined> {
    const contact = / of (customer|vendor)$/.exec(text)?.[1]
    if (contact !== 'customer' && contact !== 'vendor') return undefined
    return { [`${contact}_id`]: (await this.#contact(contact)).id }
  }
}
