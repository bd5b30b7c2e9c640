/** Waits until the books show a change: postings follow a moment later, and reports follow events. */
import { DeadlineError, PostingFailedError } from './errors.ts'
import type { CallOptions, PostingRecord } from './types.ts'
import type { World } from './world.ts'

export interface WaitOptions {
  /** Milliseconds; 30,000 by default. */
  deadlineMs?: number
  signal?: AbortSignal
}

const DEADLINE_MS = 30_000
const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 1_000
/** The last request may exceed the deadline a little. */
const SHORTEST_LOOK_MS = 1_000

/** A request may take the remaining time. */
export type Look = Pick<CallOptions, 'signal' | 'deadlineMs'>

/** Polls until `look` returns a value. @throws DeadlineError */
async function until<Value>(
  what: string,
  look: (options: Look) => Promise<Value | undefined>,
  { deadlineMs = DEADLINE_MS, signal }: WaitOptions,
  world: World,
): Promise<Value> {
  const end = world.now() + deadlineMs
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    const found = await look({ signal, deadlineMs: Math.max(end - world.now(), SHORTEST_LOOK_MS) })
    if (found !== undefined) return found
    if (world.now() + pause > end) throw new DeadlineError(`Within ${deadlineMs} ms ${what} did not come about.`)
    await world.sleep(pause, signal)
  }
}

/** @throws PostingFailedError, DeadlineError */
export function allPosted(
  sourceId: string,
  read: (look: Look) => AsyncIterable<PostingRecord>,
  options: WaitOptions,
  world: World,
): Promise<PostingRecord[]> {
  const look = async (within: Look): Promise<PostingRecord[] | undefined> => {
    const postings: PostingRecord[] = []
    for await (const posting of read(within)) postings.push(posting)
    const failed = postings.filter(({ status }) => status === 'FAILED')
    if (failed.length > 0) throw new PostingFailedError(failed)
    return postings.every(({ status }) => status === 'POSTED') ? postings : undefined
  }
  return until(`the posting of ${sourceId}`, look, options, world)
}

export interface Reported {
  through: Date | undefined
  response: Response
}

/** The resolution of an answer's `Date`. */
const SECOND_MS = 1_000

/**
 * Waits until a report includes everything committed before the first request.
 * @param since another instant to wait for
 * @throws DeadlineError
 */
export function allReported(
  read: (look: Look) => Promise<Reported>,
  { since, ...options }: WaitOptions & { since?: Date },
  world: World,
): Promise<Date> {
  let target = since?.getTime()
  const look = async (within: Look): Promise<Date | undefined> => {
    const { through, response } = await read(within)
    // By the service's clock; cross-origin pages cannot see it and use their own.
    const date = Date.parse(response.headers.get('date') ?? '')
    target ??= Number.isNaN(date) ? world.now() : date + SECOND_MS
    return through !== undefined && through.getTime() >= target ? through : undefined
  }
  return until('what was written before in the reports', look, options, world)
}
