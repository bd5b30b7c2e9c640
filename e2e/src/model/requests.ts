/** Runs actions: sequentially as fast-check's commands, and concurrently. */
import { expect } from 'vitest'
import fc from 'fast-check'
import type { Books } from '../books.ts'
import type { Action, ContactModel, Ending, Made, Contact } from './action.ts'

/** How a request ended, and what it created. */
export type Outcome = { ending: Ending; made: Made[] }

/** The data of an answer, with an envelope or without one. */
export const madeIn = (body: unknown): Made[] => {
  const data = body !== null && typeof body === 'object' && 'data' in body ? body.data : body
  return [data].flat() as Made[]
}

/** Repeats where concurrent requests kept changing it, as that refusal advises. */
export async function send<Model>(books: Books, act: Action<Model>): Promise<Outcome> {
  const answer = await books.api.call(act.operation, { ...act.call, isRandom: true })
  if (answer.status === 409 && answer.error.error_enum === 'VersionConflict') return send(books, act)
  if (answer.status >= 400) return { ending: answer.error.error_enum as Ending, made: [] }
  return { ending: 'done', made: madeIn(answer.body) }
}

/** Checks how a request ended, and applies it to the model. */
export function checkOutcome<Model>(
  model: Model,
  { operation, call, ending, apply }: Action<Model>,
  outcome: Outcome,
): void {
  expect([operation, call, outcome.ending]).toEqual([operation, call, ending(model)])
  if (outcome.ending === 'done') apply(model, outcome.made)
}

class SentCommand<Model extends Contact, Command> implements fc.AsyncCommand<Model, Books> {
  readonly #contacts: ContactModel<Model, Command>
  readonly #command: Command

  constructor(contacts: ContactModel<Model, Command>, command: Command) {
    this.#contacts = contacts
    this.#command = command
  }

  check(model: Readonly<Model>): boolean {
    return this.#contacts.actionFor(model, this.#command) !== undefined
  }

  async run(model: Model, books: Books): Promise<void> {
    const act = this.#contacts.actionFor(model, this.#command)
    if (act) checkOutcome(model, act, await send(books, act))
  }

  toString(): string {
    return JSON.stringify(this.#command)
  }
}

export const sentCommands = <Model extends Contact, Command>(
  contacts: ContactModel<Model, Command>,
  commands: readonly Command[],
): fc.AsyncCommand<Model, Books>[] => commands.map((command) => new SentCommand(contacts, command))

/** First commands, and up to twice so many more: two lists are seldom short together. */
export const scenarios = <Model extends Contact, Command>(
  contacts: ContactModel<Model, Command>,
  maxCommands: number,
): fc.Arbitrary<Iterable<fc.AsyncCommand<Model, Books>>[]> => {
  const all = [contacts.commands.map((command) => new SentCommand(contacts, command))]
  const some = fc.commands<Model, Books, false>(all, { maxCommands, size: 'max' })
  return fc.tuple(
    contacts.beginnings.map((beginning) => sentCommands(contacts, beginning)),
    some,
    some,
  )
}

/** The requests of one client, in order, with their outcomes. */
type Story<Model> = { act: Action<Model>; outcome: Outcome }[]

/**
 * The possible models after concurrent requests of several clients: each request takes effect at one moment, those of
 * one client in order, and ends as it must at that moment. Empty where no order explains the outcomes.
 */
export function possible<Model>(model: Model, stories: readonly Story<Model>[]): Model[] {
  if (stories.every(({ length }) => length === 0)) return [model]
  return stories.flatMap((story, index) => {
    const [next, ...rest] = story
    if (!next || next.act.ending(model) !== next.outcome.ending) return []
    const after = structuredClone(model)
    if (next.outcome.ending === 'done') next.act.apply(after, next.outcome.made)
    return possible(after, stories.with(index, rest))
  })
}

/** Sends requests of several clients concurrently; the scheduler decides in which order answers arrive. */
export async function sendConcurrently<Model extends Contact, Command>(
  books: Books,
  { actionFor: actOf }: ContactModel<Model, Command>,
  model: Model,
  clients: readonly (readonly Command[])[],
  scheduler: fc.Scheduler,
): Promise<Story<Model>[]> {
  const asking = clients.map(async (commands) => {
    const acts = commands.flatMap((command) => actOf(model, command) ?? [])
    const story: Story<Model> = []
    for (const act of acts)
      story.push({ act, outcome: await scheduler.schedule(send(books, act), `${act.operation} answered`) })
    return story
  })
  return scheduler.waitFor(Promise.all(asking))
}
