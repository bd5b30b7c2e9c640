import { setTimeout as pause } from 'node:timers/promises'
import { describeExit, sendSignal } from './processes.ts'
import type { Running } from './processes.ts'

/** Something to keep running: a service, the database, the broker. */
export interface Program {
  name: string
  /** Resolves when it serves. Aborts at the signal, leaving nothing behind. */
  start: (signal: AbortSignal) => Promise<Running>
  /**
   * Whether it still works. Checked from time to time; if not, or if the check fails, it is killed and so restarted.
   */
  works?: () => Promise<boolean>
}

export interface SupervisorOptions {
  /** Receives every unexpected end and every restart, for the operator. */
  say?: (line: string) => void
  /** The first wait before a restart, in milliseconds; it doubles up to 64 times this. */
  backoffMs?: number
  /** The interval of these checks, in milliseconds. */
  askMs?: number
}

export interface Supervised {
  readonly name: string
  /** The process now running, undefined while there is none. */
  readonly pid: number | undefined
  /** Successful restarts after an unexpected end. */
  readonly restarts: number
  /** Starts it and keeps it running. Fails, with nothing left running, when this first start fails. */
  start: () => Promise<void>
  /** Ends it, and it stays down until start. */
  stop: () => Promise<void>
}

/** What others start and stop. */
export const elsewhere = (name: string): Supervised => ({
  name,
  pid: undefined,
  restarts: 0,
  start: () => Promise.resolve(),
  stop: () => Promise.resolve(),
})

/** Running this long clears the record of earlier crashes. */
const STABLE_MS = 30_000
const MAX_DOUBLINGS = 6
const ASK_MS = 3_000
/** A busy machine answers late now and then. */
const MISSES = 3

/** Keeps a program running: restarts it, with growing pauses, whenever it ends unexpectedly. */
export function supervise(
  program: Program,
  { say = () => {}, backoffMs = 200, askMs = ASK_MS }: SupervisorOptions = {},
): Supervised {
  const { name } = program
  let current: Running | undefined
  let restarts = 0
  let ending = new AbortController()
  let watching: Promise<void> | undefined

  /** Waits and tries until it is up again; undefined when it was stopped meanwhile. */
  async function bringBack(why: string, failures: number, signal: AbortSignal): Promise<Running | undefined> {
    let reason = why
    for (let tries = failures; !signal.aborted; tries++) {
      const delay = backoffMs * 2 ** Math.min(tries, MAX_DOUBLINGS)
      say(`${name} ${reason}; starting it again in ${delay} ms`)
      await pause(delay, undefined, { signal }).catch(() => {})
      if (signal.aborted) return undefined
      try {
        return await program.start(signal)
      } catch (error) {
        reason = `did not start: ${error instanceof Error ? error.message : String(error)}`
      }
    }
    return undefined
  }

  /** Kills it when several checks failed; ends with it. */
  async function lookAfter({ pid, exited }: Running): Promise<void> {
    if (!program.works) return
    const gone = new AbortController()
    void exited.then(() => gone.abort())
    for (let missed = 0; missed < MISSES;) {
      await pause(askMs, undefined, { signal: gone.signal }).catch(() => {})
      if (gone.signal.aborted) return
      missed = (await program.works().catch(() => false)) ? 0 : missed + 1
    }
    if (gone.signal.aborted) return
    say(`${name} runs and does not work any more; killing process ${pid}`)
    sendSignal(pid, 'SIGKILL')
  }

  async function watch(first: Running, signal: AbortSignal): Promise<void> {
    current = first
    for (let failures = 0; ; failures++) {
      const since = Date.now()
      void lookAfter(current)
      const exit = await current.exited
      current = undefined
      if (signal.aborted) return
      if (Date.now() - since > STABLE_MS) failures = 0
      const next = await bringBack(`ended unexpectedly with ${describeExit(exit)}`, failures, signal)
      if (!next) return
      current = next
      // Stopped the moment it came up: nothing else knows this process.
      if (signal.aborted) return next.stop()
      restarts += 1
      say(`${name} is up again (process ${next.pid})`)
    }
  }

  return {
    name,
    get pid() {
      return current?.pid
    },
    get restarts() {
      return restarts
    },
    start: async () => {
      if (watching) return
      ending = new AbortController()
      const { signal } = ending
      const first = program.start(signal)
      watching = first.then(
        (running) => (signal.aborted ? running.stop() : watch(running, signal)),
        () => {},
      )
      try {
        await first
      } catch (error) {
        watching = undefined
        throw error
      }
    },
    stop: async () => {
      ending.abort()
      await current?.stop()
      await watching
      watching = undefined
    },
  }
}

/** Stops the groups one after the other, the members of a group together; fails at the end if any of them failed. */
export async function stopInOrder(groups: Pick<Supervised, 'stop'>[][]): Promise<void> {
  const failures: unknown[] = []
  for (const group of groups) {
    const results = await Promise.allSettled(group.map((member) => member.stop()))
    for (const result of results) if (result.status === 'rejected') failures.push(result.reason)
  }
  if (failures.length > 0) throw new AggregateError(failures, `Some processes did not stop: ${failures.join('; ')}`)
}
