/** What is so whatever is done, one after another or at once. */
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { Books } from '../books.ts'
import type { TestClient } from '../clients.ts'
import { Tagging } from '../tagging.ts'
import { sidesOnLedger } from '../trial-balances.ts'
import type { Dealings, Party } from './act.ts'
import { askAtOnce, asked, possible, scenarios } from './asking.ts'
import { expectRightBooks, promisedDocuments, shownDocuments } from './documents.ts'

/** Where it is tried, and how often. */
type Trial = { client: TestClient; numRuns: number }

/** Looking for the least that fails takes long: what was found by then is told. */
const IN_TIME = { interruptAfterTimeLimit: 100_000, markInterruptAsFailure: true }
/** So many take longer by themselves. */
const MANY = 100

const MAX_COMMANDS = 18
const CLIENTS = { minLength: 3, maxLength: 3 }
const COMMANDS_OF_ONE = { minLength: 1, maxLength: 2, size: 'max' } as const

/** A business whose documents can be tagged. */
export async function openBooks(client: TestClient, { tagged }: { tagged: readonly string[] }): Promise<Books> {
  const books = await client.books({ activation_at: '2026-01-01T00:00:00Z' })
  const tags = new Tagging(books)
  for (const kind of tagged) await tags.dimension(`${kind.toLowerCase()}_region`, { strictness: 'BALANCING' })
  return books
}

/** Runs are in the same books, each with a party of its own. Those that one has spoilt are left behind: the next is to be judged by itself. */
function newParties<Model extends Party, Command>({ client }: Trial, dealings: Dealings<Model, Command>) {
  let sound: Books | undefined
  return async (run: (books: Books, model: Model) => Promise<void>): Promise<void> => {
    const books = sound ?? (await openBooks(client, dealings))
    sound = undefined
    await run(books, await dealings.begin(books, randomUUID()))
    sound = books
  }
}

async function expectPromised<Model extends Party, Command>(
  { client }: Trial,
  books: Books,
  dealings: Dealings<Model, Command>,
  model: Model,
): Promise<void> {
  expect(await shownDocuments(books, dealings, model)).toEqual(promisedDocuments(dealings, [model]))
  await expectRightBooks(client.postgresAdminUrl, books)
}

async function standingOn(books: Books, reporting_basis: string): Promise<[string, number][]> {
  return Object.entries(await sidesOnLedger(books, { reporting_basis })).filter(([, side]) => side !== 0)
}

/**
 * Each command ends as it must, documents are what was promised, and the books what documents say; once everything is settled,
 * there is no difference any more between the accrual and the cash books.
 */
export async function expectPromisesKept<Model extends Party, Command>(
  trial: Trial,
  dealings: Dealings<Model, Command>,
): Promise<void> {
  const withParty = newParties(trial, dealings)
  const property = fc.asyncProperty(scenarios(dealings, MAX_COMMANDS), (scenario) =>
    withParty(async (books, model) => {
      const start = () => ({ model, real: books })
      for (const commands of scenario) await fc.asyncModelRun(start, commands)
      await expectPromised(trial, books, dealings, model)
      await fc.asyncModelRun(start, asked(dealings, dealings.settling(model)))
      await expectPromised(trial, books, dealings, model)
      expect(await standingOn(books, 'CASH')).toEqual(await standingOn(books, 'ACCRUAL'))
    }),
  )
  await fc.assert(property, { ...IN_TIME, numRuns: trial.numRuns })
}

/**
 * Requests of several clients to the same documents, under way at once, end as they would one after another in some order, and
 * documents are what they are by that order.
 * @returns how many times another order than that of the clients is what happened
 */
export async function expectSomeOrder<Model extends Party, Command>(
  trial: Trial,
  dealings: Dealings<Model, Command>,
): Promise<number> {
  let otherOrders = 0
  const { client, numRuns } = trial
  const books = await openBooks(client, dealings)
  const clients = fc.array(fc.array(dealings.contending, COMMANDS_OF_ONE), CLIENTS)
  const property = fc.asyncProperty(clients, fc.scheduler(), async (commands, scheduler) => {
    const model = await dealings.begin(books, randomUUID())
    await fc.asyncModelRun(() => ({ model, real: books }), asked(dealings, dealings.contended))
    const stories = await askAtOnce(books, dealings, model, commands, scheduler)
    const shown = await shownDocuments(books, dealings, model)
    const ways = possible(model, stories).map((one) => promisedDocuments(dealings, [one]))
    if (!ways.some((way) => isDeepStrictEqual(way, shown))) expect({ stories, shown }).toEqual({ stories, shown: ways })
    if (possible(model, [stories.flat()]).length === 0) otherOrders += 1
  })
  await fc.assert(property, { ...(numRuns > MANY ? {} : IN_TIME), numRuns })
  await expectRightBooks(client.postgresAdminUrl, books)
  return otherOrders
}
