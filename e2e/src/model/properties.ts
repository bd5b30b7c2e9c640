/** Properties that hold after any requests, sequential or concurrent. */
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { Books } from '../books.ts'
import type { TestClient } from '../clients.ts'
import { Tagging } from '../tagging.ts'
import { sidesOnLedger } from '../trial-balances.ts'
import type { ContactModel, Contact } from './action.ts'
import { sendConcurrently, sentCommands, possible, scenarios } from './requests.ts'
import { expectDocuments, expectRightBooks, promisedDocuments, shownDocuments } from './documents.ts'

/** Where it is tried, and how often. */
type Trial = { client: TestClient; numRuns: number; time_zone?: string }

/** Shrinking takes long: the smallest failure found by then is reported. */
const IN_TIME = { interruptAfterTimeLimit: 100_000, markInterruptAsFailure: true }
/** So many take longer by themselves. */
const MANY = 100

const MAX_COMMANDS = 18
const CLIENTS = { minLength: 3, maxLength: 3 }
const COMMANDS_OF_ONE = { minLength: 1, maxLength: 2, size: 'max' } as const

/** A business whose documents can be tagged. */
export async function openBooks(
  client: TestClient,
  { tagged }: { tagged: readonly string[] },
  time_zone = 'UTC',
): Promise<Books> {
  const books = await client.books({ activation_at: '2026-01-01T00:00:00Z', time_zone })
  const tags = new Tagging(books)
  for (const kind of tagged) await tags.dimension(`${kind.toLowerCase()}_region`, { strictness: 'BALANCING' })
  return books
}

/**
 * Runs share books, each with its own contact. Books that a failed run has spoilt are abandoned: the next run is judged
 * by itself.
 */
function newContacts<Model extends Contact, Command>(
  { client, time_zone }: Trial,
  contacts: ContactModel<Model, Command>,
) {
  let sound: Books | undefined
  return async (run: (books: Books, model: Model) => Promise<void>): Promise<void> => {
    const books = sound ?? (await openBooks(client, contacts, time_zone))
    sound = undefined
    await run(books, await contacts.begin(books, randomUUID()))
    sound = books
  }
}

async function expectPromised<Model extends Contact, Command>(
  { client }: Trial,
  books: Books,
  contacts: ContactModel<Model, Command>,
  model: Model,
): Promise<void> {
  await expectDocuments(books, contacts, [model], model)
  await expectRightBooks(client.postgresAdminUrl, books)
}

async function standingOn(books: Books, reporting_basis: string): Promise<[string, number][]> {
  return Object.entries(await sidesOnLedger(books, { reporting_basis })).filter(([, side]) => side !== 0)
}

/**
 * Each command ends as it must, documents are as promised, and the books match them; once everything is settled,
 * accrual and cash books are equal.
 */
export async function expectPromisesKept<Model extends Contact, Command>(
  trial: Trial,
  contacts: ContactModel<Model, Command>,
): Promise<void> {
  const withContact = newContacts(trial, contacts)
  const property = fc.asyncProperty(scenarios(contacts, MAX_COMMANDS), (scenario) =>
    withContact(async (books, model) => {
      const start = () => ({ model, real: books })
      for (const commands of scenario) await fc.asyncModelRun(start, commands)
      await expectPromised(trial, books, contacts, model)
      await fc.asyncModelRun(start, sentCommands(contacts, contacts.settling(model)))
      await expectPromised(trial, books, contacts, model)
      expect(await standingOn(books, 'CASH')).toEqual(await standingOn(books, 'ACCRUAL'))
    }),
  )
  await fc.assert(property, { ...IN_TIME, numRuns: trial.numRuns })
}

/**
 * Concurrent requests of several clients to the same documents end as they would in some sequential order, and
 * documents match that order.
 * @returns how often the order differed from that of the clients
 */
export async function expectSomeOrder<Model extends Contact, Command>(
  trial: Trial,
  contacts: ContactModel<Model, Command>,
): Promise<number> {
  let otherOrders = 0
  const { client, numRuns } = trial
  const books = await openBooks(client, contacts)
  const clients = fc.array(fc.array(contacts.contending, COMMANDS_OF_ONE), CLIENTS)
  const property = fc.asyncProperty(clients, fc.scheduler(), async (commands, scheduler) => {
    const model = await contacts.begin(books, randomUUID())
    await fc.asyncModelRun(() => ({ model, real: books }), sentCommands(contacts, contacts.contended))
    const stories = await sendConcurrently(books, contacts, model, commands, scheduler)
    const shown = await shownDocuments(books, contacts, model)
    const ways = possible(model, stories).map((one) => promisedDocuments(books, contacts, [one]))
    if (!ways.some((way) => isDeepStrictEqual(way, shown))) expect({ stories, shown }).toEqual({ stories, shown: ways })
    if (possible(model, [stories.flat()]).length === 0) otherOrders += 1
  })
  await fc.assert(property, { ...(numRuns > MANY ? {} : IN_TIME), numRuns })
  await expectRightBooks(client.postgresAdminUrl, books)
  return otherOrders
}
