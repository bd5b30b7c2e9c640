/** What the crash series do with documents: whatever the model thinks of, each writer with one vendor or customer at a time. */
import { randomInt, randomUUID } from 'node:crypto'
import { digestOfBooks } from '@pacioli/testing'
import fc from 'fast-check'
import { expect } from 'vitest'
import { urlOf } from './api.ts'
import type { Books } from './books.ts'
import type { TestClient } from './clients.ts'
import { expectReportedAsKept } from './fault-checks.ts'
import type { Act, Dealings, Party } from './model/act.ts'
import { madeIn, settle, type Outcome } from './model/asking.ts'
import { expectRightBooks, promisedDocuments, shownDocuments } from './model/documents.ts'
import { openBooks } from './model/properties.ts'
import { sendKeyed, Writers, type KeyedRequest } from './writers.ts'
import { asBothTell } from './told-since.ts'

const WRITERS = 4
/** More than writers, so that one is always free. */
const PARTIES = 5
/** How many acknowledged requests are sent again. */
const REPEATS = 10
const COMMANDS_AT_A_TIME = 50

export class DocumentLoad<Model extends Party, Command> extends Writers {
  readonly #dealings: Dealings<Model, Command>
  readonly #models: Model[] = []
  /** Those that nobody works with at the moment. */
  readonly #idle: Model[] = []
  /** Requests with a key that were done, with what they were answered. */
  readonly #sent: (KeyedRequest & { answer: unknown })[] = []
  #commands: Command[] = []

  private constructor(books: Books, dealings: Dealings<Model, Command>) {
    super(books)
    this.#dealings = dealings
  }

  static async begin<Model extends Party, Command>(
    client: TestClient,
    dealings: Dealings<Model, Command>,
  ): Promise<DocumentLoad<Model, Command>> {
    const load = new DocumentLoad(await openBooks(client, dealings), dealings)
    for (let index = 0; index < PARTIES; index++) load.#models.push(await dealings.begin(load.books, `party ${index}`))
    load.#idle.push(...load.#models)
    return load
  }

  /** So many steps, in the midst of which `disturb` happens. */
  run(steps: number, disturb: () => Promise<void>): Promise<void> {
    return this.write(steps, disturb, WRITERS, () => this.#step())
  }

  /** Taken out while it is worked with, so that no other writer meets it. */
  async #step(): Promise<void> {
    const [model] = this.#idle.splice(randomInt(this.#idle.length), 1)
    if (!model) throw new Error('Every vendor or customer is busy: there are too few of them.')
    const act = this.#actOn(model)
    settle(model, act, await this.#ask(act))
    this.#idle.push(model)
  }

  /** The next command that there is something for. */
  #actOn(model: Model): Act<Model> {
    for (;;) {
      if (this.#commands.length === 0) this.#commands = fc.sample(this.#dealings.commands, COMMANDS_AT_A_TIME)
      const command = this.#commands.pop()
      const act = command === undefined ? undefined : this.#dealings.act(model, command)
      if (act) return act
    }
  }

  async #ask({ operation, call: { path = {}, body } }: Act<Model>): Promise<Outcome> {
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
    // One without a body goes out without a key: sent again, it answers what is there by then.
    if (request.key !== undefined && body !== undefined) this.#sent.push({ ...request, answer })
    return { ending: 'done', made: madeIn(answer) }
  }

  /**
   * Every acknowledged document is there once and says what was acknowledged last; every posting is in the journal, none was
   * refused; the product finds nothing wrong, reports tell what the ledger keeps; and what is sent again changes nothing.
   */
  async expectSound(postgresAdminUrl: string): Promise<void> {
    const { books } = this
    await expectRightBooks(postgresAdminUrl, books)
    expect(await shownDocuments(books, this.#dealings)).toEqual(promisedDocuments(this.#dealings, this.#models))
    await expectReportedAsKept(books)
    const before = await digestOfBooks(postgresAdminUrl, books.id)
    for (const { answer, ...request } of this.#sent.slice(-REPEATS)) {
      const { text } = await sendKeyed(books, request)
      expect([request, asBothTell(JSON.parse(text))]).toEqual([request, asBothTell(answer)])
    }
    expect(await digestOfBooks(postgresAdminUrl, books.id)).toEqual(before)
  }
}
