import { AsyncResource } from 'node:async_hooks'

/** How things are sent to where they wait for each other, alone or several in one call. */
export type Sender<One, Outcome> = {
  alone: (one: One) => Promise<Outcome>
  /**
   * Their outcomes, in their order. AGAIN: nothing was done of it, because of another one that has an outcome. APART: nothing
   * was done of any, and each is to be sent alone.
   */
  together: (ones: readonly [One, ...One[]]) => Promise<readonly (Outcome | 'AGAIN')[] | 'APART'>
  /** Of those that name the same, only one is in a call. */
  nameOf: (one: One) => string | undefined
}

type Waiting<One, Outcome> = {
  one: One
  /** Runs on behalf of the request that it comes from. */
  inRequest: <Result>(act: () => Result) => Result
  settle: (outcome: Outcome | Promise<Outcome>) => void
  fail: (error: unknown) => void
}

/**
 * Sends what comes while another of its kind is under way in one call, which costs less than a call for each. What finds no
 * other goes at once, and waits for none.
 */
export class Together {
  readonly #most: number
  /** What waits for the call that is under way. */
  readonly #queues = new Map<string, Waiting<unknown, unknown>[]>()

  /** @param most how many go in one call; with 1 each goes alone */
  constructor(most: number) {
    this.#most = most
  }

  /** @param kind what those that may go together have in common, their sender included */
  async send<One, Outcome>(kind: string, one: One, sender: Sender<One, Outcome>): Promise<Outcome> {
    if (this.#most <= 1) return sender.alone(one)
    const queue = this.#queues.get(kind) as Waiting<One, Outcome>[] | undefined
    if (!queue) return this.#sendFirst(kind, one, sender)
    const { promise, resolve: settle, reject: fail } = Promise.withResolvers<Outcome>()
    queue.push({ one, inRequest: AsyncResource.bind((act) => act()), settle, fail })
    return promise
  }

  async #sendFirst<One, Outcome>(kind: string, one: One, sender: Sender<One, Outcome>): Promise<Outcome> {
    const queue: Waiting<One, Outcome>[] = []
    this.#queues.set(kind, queue as Waiting<unknown, unknown>[])
    try {
      return await sender.alone(one)
    } finally {
      void this.#drain(kind, queue, sender)
    }
  }

  async #drain<One, Outcome>(
    kind: string,
    queue: Waiting<One, Outcome>[],
    sender: Sender<One, Outcome>,
  ): Promise<void> {
    while (queue.length > 0) await sendAll(takeCompany(queue, this.#most, sender), sender)
    this.#queues.delete(kind)
  }
}

/** Takes the first ones, up to `most`, and only one of each name. */
function takeCompany<One, Outcome>(
  queue: Waiting<One, Outcome>[],
  most: number,
  { nameOf }: Sender<One, Outcome>,
): Waiting<One, Outcome>[] {
  const names = new Set<string>()
  const taken: Waiting<One, Outcome>[] = []
  const left: Waiting<One, Outcome>[] = []
  for (const waiting of queue) {
    const name = nameOf(waiting.one)
    if (taken.length === most || (name !== undefined && names.has(name))) left.push(waiting)
    else {
      if (name !== undefined) names.add(name)
      taken.push(waiting)
    }
  }
  queue.splice(0, queue.length, ...left)
  return taken
}

/** Settles each of them. */
async function sendAll<One, Outcome>(
  company: readonly Waiting<One, Outcome>[],
  sender: Sender<One, Outcome>,
): Promise<void> {
  const [first, ...others] = company
  if (!first) return
  if (others.length === 0) return sendAlone(first, sender)
  let outcomes: readonly (Outcome | 'AGAIN')[] | 'APART'
  try {
    outcomes = await first.inRequest(() => sender.together([first.one, ...others.map(({ one }) => one)]))
  } catch (error) {
    for (const { fail } of company) fail(error)
    return
  }
  if (outcomes === 'APART') return void (await Promise.all(company.map((waiting) => sendAlone(waiting, sender))))
  const again: Waiting<One, Outcome>[] = []
  for (const [index, waiting] of company.entries()) {
    const outcome = outcomes[index]
    if (outcome === undefined || outcome === 'AGAIN') again.push(waiting)
    else waiting.settle(outcome)
  }
  await sendAll(again, sender)
}

/** Whether its outcome is good is for its request alone. */
async function sendAlone<One, Outcome>(
  { one, inRequest, settle }: Waiting<One, Outcome>,
  { alone }: Sender<One, Outcome>,
): Promise<void> {
  const outcome = inRequest(() => alone(one))
  settle(outcome)
  await outcome.catch(() => undefined)
}
