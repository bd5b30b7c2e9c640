import { execFileSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { waitFor } from './wait-for.ts'

/** How a process ended: with a code or by a signal. */
export interface Exit {
  code: number | null
  signal: NodeJS.Signals | null
}

/** A started process with its supervision. */
export interface Running {
  pid: number
  /** Resolves when the process is gone, for whatever reason. */
  exited: Promise<Exit>
  /** Ends it in its own orderly way; resolves when it is gone. */
  stop: () => Promise<void>
}

export function exitOf(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.once('error', () => resolve({ code: null, signal: null }))
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
}

export const describeExit = ({ code, signal }: Exit): string =>
  signal ? `signal ${signal}` : `code ${code ?? 'unknown'}`

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  return !isZombie(pid)
}

/** A killed process whose parent hasn't asked for its exit code still has an id, but runs nothing. */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false
  return statFields(pid)?.[0] === 'Z'
}

/** The command line with its arguments, or undefined when there is no such process. */
export function commandLineOf(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    return ps('command=', pid)
  } catch {
    return undefined
  }
}

/**
 * When a process started, as text to compare: a process id alone doesn't identify a process, because ids are reused.
 */
export function startTimeOf(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') return statFields(pid)?.[19]
    return ps('lstart=', pid)
  } catch {
    return undefined
  }
}

/** The fields of /proc/<pid>/stat from the third (the state) on; the second may contain spaces and brackets. */
function statFields(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

const ps = (column: string, pid: number): string =>
  execFileSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' }).trim()

export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Sends the first signal, waits, sends the next one: ends a process that may not be our child. */
export async function endProcess(pid: number, signals: NodeJS.Signals[], timeoutMs: number): Promise<void> {
  // A stopped process (SIGSTOP) would keep every signal but SIGKILL waiting.
  if (isAlive(pid)) sendSignal(pid, 'SIGCONT')
  for (const signal of signals) {
    if (!isAlive(pid)) return
    sendSignal(pid, signal)
    const gone = await waitFor(`process ${pid} to end`, () => !isAlive(pid), { timeoutMs }).catch(() => false)
    if (gone) return
  }
  throw new Error(`Process ${pid} is still there after ${signals.join(', ')}: end it by hand, then try again.`)
}
