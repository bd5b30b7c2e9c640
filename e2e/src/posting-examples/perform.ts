/** Does over HTTP what the steps of an example say, in new books. */
import type { Answer } from '../api.ts'
import { Banking } from '../banking.ts'
import type { Books } from '../books.ts'
import { Payables } from '../payables.ts'
import { Receivables } from '../receivables.ts'
import { CONTACT, type Act, type Made, type Making, type Outcome } from './acts.ts'
import { actsOfBanking } from './banking.ts'
import { actsOfLedger } from './ledger.ts'
import type { ExampleStep, ExpectedRow } from './parse.ts'
import { actsOfPayables } from './payables.ts'
import { actsOfReceivables } from './receivables.ts'
import { actsOfReports, rowsOf } from './reports.ts'

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
    const making = this.#making()
    this.#acts = {
      ...actsOfLedger(books, making),
      ...actsOfReports(books, (contact) => this.#contact(contact)),
      ...actsOfPayables(this.#payables, making),
      ...actsOfReceivables(this.#receivables, making),
      ...actsOfBanking(this.#banking, books, making),
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

  #making(): Making {
    return {
      id: (name) => this.#named(name).id,
      named: (name) => this.#named(name),
      account: (name) => this.#made.get(name)?.more ?? name,
      party: (text) => this.#party(text),
      remember: (name, made) => void this.#made.set(name, made),
      keep: (step, kind, answer, more) => this.#keep(step, kind, answer, more),
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

  /** The rows of the report that a step reads. */
  rowsOf(step: ExampleStep): Promise<ExpectedRow[]> {
    return rowsOf(this.#books, step, (contact) => this.#contact(contact))
  }

  /** `of customer` or `of vendor` at the end, as the fields that name them. */
  async #party(text: string): Promise<object | undefined> {
    const contact = / of (customer|vendor)$/.exec(text)?.[1]
    if (contact !== 'customer' && contact !== 'vendor') return undefined
    return { [`${contact}_id`]: (await this.#contact(contact)).id }
  }
}
