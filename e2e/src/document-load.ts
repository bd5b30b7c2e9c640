/**
 * What the crash series do with documents: random commands of the model, each writer with one vendor or customer at a
 * time.
 */
import { randomInt, randomUUID } from 'node:crypto'
import { digestOfBooks } from '@pacioli/testing'
import fc from 'fast-check'
import { expect } from 'vitest'
import { urlOf } from './api.ts'
import type { Books } from './books.ts'
import type { TestClient } from './clients.ts'
import { expectReportedAsKept } from './fault-checks.ts'
import type { Action, ContactModel, Contact } from './model/action.ts'
import { madeIn, checkOutcome, type Outcome } from './model/requests.ts'
import { expectDocuments, expectRightBooks } from './model/documents.ts'
import { openBooks } from './model/properties.ts'
import { sendKeyed, Writers, type KeyedRequest } from './writers.ts'
import { sharedFields } from './shared-fields.ts'

const WRITERS = 4
/** More than writers, so that one is always free. */
const CONTACTS = 5
/** How many acknowledged requests are sent again. */
const REPEATS = 10
const COMMANDS_AT_A_TIME = 50

export class DocumentLoad<Model extends Contact, Command> extends Writers {
  readonly #contacts: ContactModel<Model, Command>
  readonly #models: Model[] = []
  /** Those that no writer uses at the moment. */
  readonly #idle: Model[] = []
  /** Requests with a key that were done, with what they were answered. */
  readonly #sent: (KeyedRequest & { answer: unknown })[] = []
  #commands: Command[] = []

  private constructor(books: Books, contacts: ContactModel<Model, Command>) {
    super(books)
    this.#contacts = contacts
  }

  static async begin<Model extends Contact, Command>(
    client: TestClient,
    contacts: ContactModel<Model, Command>,
  ): Promise<DocumentLoad<Model, Command>> {
    const load = new DocumentLoad(await openBooks(client, contacts), contacts)
    for (let index = 0; index < CONTACTS; index++) load.#models.push(await contacts.begin(load.books, `party ${index}`))
    load.#idle.push(...load.#models)
    return load
  }

  /** So many steps, in the midst of which `disturb` happens. */
  run(steps: number, disturb: () => Promise<void>): Promise<void> {
    return this.write(steps, disturb, WRITERS, () => this.#step())
  }

  /** Removed while it is used, so that no other writer uses it. */
  async #step(): Promise<void> {
    const [model] = this.#idle.splice(randomInt(this.#idle.length), 1)
    if (!model) throw new Error('Every vendor or customer is busy: there are too few of them.')
    const act = this.#actOn(model)
    checkOutcome(model, act, await this.#ask(act))
    this.#idle.push(model)
  }

  /** The next command that there is something for, and that the gateway of the load knows: it may be of the version before. */
  #actOn(model: Model): Action<Model> {
    for (;;) {
      if (this.#commands.length === 0) this.#commands = fc.sample(this.#contacts.commands, COMMANDS_AT_A_TIME)
      const command = this.#commands.pop()
      const act = command === undefined ? undefined : this.#contacts.actionFor(model, command)
      const { contract } = this.books.api
      if (act && contract.operations.has(act.operation) && !(act.isNew && contract.isOfVersions)) return act
    }
  }

  async #ask({ operation, call: { path = {}, body } }: Action<Model>): Promise<Outcome> {
    const { api } = this.books
    const known = api.contract.operation(operation)
    const isNamed = body !== undefined && [body].flat().every((one) => 'external_id' in (one as object))
    const request = {
      method: known.method,
      url: api.baseUrl + urlOf(known, { ...api.path, ...path }),
      key: isNamed ? undefined : randomUUID(),
      body,
    }
    const { status, text } = await this.sendUntilAnswered(request)
    const answer: unknown = JSON.parse(text)
    if (status >= 400) return { ending: (answer as { error_enum: Outcome['ending'] }).error_enum, made: [] }
    // One without a body has no key: sent again, it answers the present state.
    if (request.key !== undefined && body !== undefined) this.#sent.push({ ...request, answer })
    return { ending: 'done', made: madeIn(answer) }
  }

  /**
   * Every acknowledged document exists once, in its last acknowledged state; every posting is in the journal, none was
   * refused; the product finds nothing wrong, reports equal the ledger; and repeated requests change nothing.
   */
  async expectSound(postgresAdminUrl: string): Promise<void> {
    const { books } = this
    await expectRightBooks(postgresAdminUrl, books)
    await expectDocuments(books, this.#contacts, this.#models)
    await expectReportedAsKept(books)
    const before = await digestOfBooks(postgresAdminUrl, books.id)
    for (const { answer, ...request } of this.#sent.slice(-REPEATS)) {
      const { text } = await sendKeyed(books, request)
      const repeated: unknown = JSON.parse(text)
      const [now, then] = books.api.contract.isOfVersions
        ? [sharedFields(repeated, answer), sharedFields(answer, repeated)]
        : [repeated, answer]
      expect([request, now]).toEqual([request, then])
    }
    expect(await digestOfBooks(postgresAdminUrl, books.id)).toEqual(before)
  }
}
