/** Acts, done: one after another by fast-check's commands, and several at once. */
import { expect } from 'vitest'
import fc from 'fast-check'
import type { Books } from '../books.ts'
import type { Act, Dealings, Ending, Made, Party } from './act.ts'

/** How a request ended, and what it made. */
export type Outcome = { ending: Ending; made: Made[] }

/** What an answer tells, with an envelope or without one. */
export const madeIn = (body: unknown): Made[] => {
  const data = body !== null && typeof body === 'object' && 'data' in body ? body.data : body
  return [data].flat() as Made[]
}

/** Again where others kept coming in between, as that refusal says to. */
export async function ask<Model>(books: Books, act: Act<Model>): Promise<Outcome> {
  const answer = await books.api.call(act.operation, { ...act.call, isRandom: true })
  if (answer.status === 409 && answer.error.error_enum === 'VersionConflict') return ask(books, act)
  if (answer.status >= 400) return { ending: answer.error.error_enum as Ending, made: [] }
  return { ending: 'done', made: madeIn(answer.body) }
}

/** Holds how a request ended against what its caller is promised, and notes what is so since. */
export function settle<Model>(model: Model, { operation, call, ending, apply }: Act<Model>, outcome: Outcome): void {
  expect([operation, call, outcome.ending]).toEqual([operation, call, ending(model)])
  if (outcome.ending === 'done') apply(model, outcome.made)
}

class Asked<Model extends Party, Command> implements fc.AsyncCommand<Model, Books> {
  readonly #dealings: Dealings<Model, Command>
  readonly #command: Command

  constructor(dealings: Dealings<Model, Command>, command: Command) {
    this.#dealings = dealings
    this.#command = command
  }

  check(model: Readonly<Model>): boolean {
    return this.#dealings.act(model, this.#command) !== undefined
  }

  async run(model: Model, books: Books): Promise<void> {
    const act = this.#dealings.act(model, this.#command)
    if (act) settle(model, act, await ask(books, act))
  }

  toString(): string {
    return JSON.stringify(this.#command)
  }
}

export const asked = <Model extends Party, Command>(
  dealings: Dealings<Model, Command>,
  commands: readonly Command[],
): fc.AsyncCommand<Model, Books>[] => commands.map((command) => new Asked(dealings, command))

/** A beginning, and twice at most so many commands more: two lists are seldom short together. */
export const scenarios = <Model extends Party, Command>(
  dealings: Dealings<Model, Command>,
  maxCommands: number,
): fc.Arbitrary<Iterable<fc.AsyncCommand<Model, Books>>[]> => {
  const all = [dealings.commands.map((command) => new Asked(dealings, command))]
  const some = fc.commands<Model, Books, false>(all, { maxCommands, size: 'max' })
  return fc.tuple(
    dealings.beginnings.map((beginning) => asked(dealings, beginning)),
    some,
    some,
  )
}

/** What one client asked for, in its order, and how each ended. */
type Story<Model> = { act: Act<Model>; outcome: Outcome }[]

/**
 * What the documents may have become by requests that several clients had under way at once: each request happens at one
 * moment, those of one client in its order, and ends as it must at that moment. None where that cannot be.
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

/** Clients that ask at the same time; which of the answers each of them gets first is for the scheduler to say. */
export async function askAtOnce<Model extends Party, Command>(
  books: Books,
  { act: actOf }: Dealings<Model, Command>,
  model: Model,
  clients: readonly (readonly Command[])[],
  scheduler: fc.Scheduler,
): Promise<Story<Model>[]> {
  const asking = clients.map(async (commands) => {
    const acts = commands.flatMap((command) => actOf(model, command) ?? [])
    const story: Story<Model> = []
    for (const act of acts)
      story.push({ act, outcome: await scheduler.schedule(ask(books, act), `${act.operation} answered`) })
    return story
  })
  return scheduler.waitFor(Promise.all(asking))
}
