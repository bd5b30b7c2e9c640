import { AsyncResource } from 'node:async_hooks'

/** How things are sent to where they wait for each other, alone or several in one call. */
export type Sender<One, Outcome> = {
  alone: (one: One) => Promise<Outcome>
  /**
   * Their outcomes, in their order. AGAIN: nothing was done of it, because of another one that has an outcome. APART: nothing
   * was done of any, and each is to be sent alone.
   */
  together: (ones: readonly [One, One, ...One[]]) => Promise<readonly (Outcome | 'AGAIN')[] | 'APART'>
  /** Of those that name the same, only one is in a call. */
  nameOf: (one: One) => string | undefined
  /** Why it is not to be sent any more, when its turn comes. */
  refusalOf: (one: One) => Error | undefined
}

type Waiting<One, Outcome> = {
  one: One
  /** Runs on behalf of the request that it comes from. */
  inRequest: <Result>(act: () => Result) => Result
  settle: (outcome: Outcome | Promise<Outcome>) => void
  fail: (error: unknown) => void
}

/** Many times what a call takes that waits for nothing. */
const PATIENCE_MS = 100

/**
 * Sends what comes while another of its kind is under way in one call, which costs less than a call for each. What finds no
 * other goes at once, and waits for none.
 */
export class Together {
  readonly #most: number
  readonly #patienceMs: number
  readonly #queues = new Map<string, Queue<unknown, unknown>>()

  /**
   * @param most how many go in one call; with 1 each goes alone
   * @param patienceMs how long they wait for the call that is under way; it may be waiting for what they do not need
   */
  constructor(most: number, patienceMs = PATIENCE_MS) {
    this.#most = most
    this.#patienceMs = patienceMs
  }

  /** @param kind what those that may go together have in common, their sender included */
  send<One, Outcome>(kind: string, one: One, sender: Sender<One, Outcome>): Promise<Outcome> {
    if (this.#most <= 1) return sender.alone(one)
    const known = this.#queues.get(kind) as Queue<One, Outcome> | undefined
    const queue =
      known ?? new Queue(sender, { most: this.#most, patienceMs: this.#patienceMs }, () => this.#queues.delete(kind))
    if (!known) this.#queues.set(kind, queue as Queue<unknown, unknown>)
    return queue.send(one)
  }
}

/** Those of one kind. */
class Queue<One, Outcome> {
  readonly #sender: Sender<One, Outcome>
  readonly #limits: { most: number; patienceMs: number }
  readonly #onEmpty: () => void
  #waiting: Waiting<One, Outcome>[] = []
  #underWay = 0
  #patience: NodeJS.Timeout | undefined

  constructor(sender: Sender<One, Outcome>, limits: { most: number; patienceMs: number }, onEmpty: () => void) {
    this.#sender = sender
    this.#limits = limits
    this.#onEmpty = onEmpty
  }

  send(one: One): Promise<Outcome> {
    const { promise, resolve: settle, reject: fail } = Promise.withResolvers<Outcome>()
    this.#waiting.push({ one, inRequest: AsyncResource.bind((act) => act()), settle, fail })
    if (this.#underWay === 0) void this.#call()
    else this.#losePatience()
    return promise
  }

  /** One call after another, until nothing waits. */
  async #call(): Promise<void> {
    this.#underWay += 1
    do {
      clearTimeout(this.#patience)
      this.#patience = undefined
      const company = this.#takeCompany()
      if (this.#waiting.length > 0) this.#losePatience()
      await this.#sendAll(company)
    } while (this.#waiting.length > 0)
    this.#underWay -= 1
    clearTimeout(this.#patience)
    this.#patience = undefined
    if (this.#underWay === 0) this.#onEmpty()
  }

  #losePatience(): void {
    this.#patience ??= setTimeout(() => void this.#call(), this.#limits.patienceMs)
  }

  /** Takes the first ones, only one of each name; refuses those that are not to be sent any more. */
  #takeCompany(): Waiting<One, Outcome>[] {
    const names = new Set<string>()
    const taken: Waiting<One, Outcome>[] = []
    const left: Waiting<One, Outcome>[] = []
    for (const waiting of this.#waiting) {
      const name = this.#sender.nameOf(waiting.one)
      if (taken.length === this.#limits.most || (name !== undefined && names.has(name))) left.push(waiting)
      else if (!this.#refuse(waiting)) {
        if (name !== undefined) names.add(name)
        taken.push(waiting)
      }
    }
    this.#waiting = left
    return taken
  }

  #refuse({ one, fail }: Waiting<One, Outcome>): boolean {
    const refusal = this.#sender.refusalOf(one)
    if (refusal) fail(refusal)
    return refusal !== undefined
  }

  /** Settles each of them. */
  async #sendAll(company: readonly Waiting<One, Outcome>[]): Promise<void> {
    const [first, second, ...others] = company
    if (!first) return
    if (!second) return this.#sendAlone(first)
    let outcomes: readonly (Outcome | 'AGAIN')[] | 'APART'
    try {
      const ones = [first.one, second.one, ...others.map(({ one }) => one)] as const
      outcomes = await first.inRequest(() => this.#sender.together(ones))
    } catch (error) {
      for (const { fail } of company) fail(error)
      return
    }
    if (outcomes === 'APART') return this.#sendApart(company)
    const again: Waiting<One, Outcome>[] = []
    for (const [index, waiting] of company.entries()) {
      const outcome = outcomes[index]
      if (outcome === undefined || outcome === 'AGAIN') again.push(waiting)
      else waiting.settle(outcome)
    }
    await this.#sendAll(again)
  }

  async #sendApart(company: readonly Waiting<One, Outcome>[]): Promise<void> {
    const left = company.filter((waiting) => !this.#refuse(waiting))
    await Promise.all(left.map((waiting) => this.#sendAlone(waiting)))
  }

  /** Whether its outcome is good is for its request alone. */
  async #sendAlone({ one, inRequest, settle }: Waiting<One, Outcome>): Promise<void> {
    const outcome = inRequest(() => this.#sender.alone(one))
    settle(outcome)
    await outcome.catch(() => undefined)
  }
}
