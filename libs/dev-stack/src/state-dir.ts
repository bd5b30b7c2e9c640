import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isAlive, startTimeOf } from './processes.ts'

/** A state directory that this process alone uses until it releases it. */
export interface LockedStateDir {
  /** Absolute, without symlinks: servers are recognized by this path in their command line. */
  path: string
  release: () => void
}

/** Another running process uses the directory. */
export class StateDirInUse extends Error {
  readonly pid: number

  constructor(path: string, pid: number) {
    super(
      `${path} is in use by process ${pid}, which is running Pacioli already. ` +
        'Stop that one, or give this one a directory of its own: PACIOLI_STATE_DIR=<directory>.',
    )
    this.name = 'StateDirInUse'
    this.pid = pid
  }
}

interface Holder {
  pid: number
  /** Distinguishes a process from a later one with the same id. */
  started?: string
}

/**
 * Makes the directory when missing and takes its lock. A lock whose process is gone is taken over.
 * @throws StateDirInUse naming the process that uses the directory
 */
export function lockStateDir(directory: string): LockedStateDir {
  mkdirSync(directory, { recursive: true })
  const path = realpathSync(directory)
  // Others may pass through but not list it: under root PostgreSQL's user has to reach its data; every secret in here
  // is 0600.
  chmodSync(path, 0o711)
  const lock = join(path, 'lock')
  const mine = join(path, `lock.${process.pid}`)
  const me: Holder = { pid: process.pid, started: startTimeOf(process.pid) }
  writeFileSync(mine, JSON.stringify(me))
  try {
    for (let attempt = 0; !take(mine, lock); attempt++) {
      const holder = readHolder(lock)
      if (holder && (isRunning(holder) || attempt > 10)) throw new StateDirInUse(path, holder.pid)
      if (holder) discard(lock, holder, mine)
    }
  } finally {
    rmSync(mine, { force: true })
  }
  return { path, release: () => rmSync(lock, { force: true }) }
}

/** A stack that is stopping, because its terminal was closed for example, needs a moment to free its directory. */
const LOCK_PATIENCE_MS = 5_000

/**
 * The same, but waits a moment for a process that uses the directory.
 * @throws StateDirInUse naming the process that still uses it
 */
export async function lockWithRetry(directory: string, say = (_line: string): void => {}): Promise<LockedStateDir> {
  const deadline = Date.now() + LOCK_PATIENCE_MS
  for (let isReported = false; ; isReported = true) {
    try {
      return lockStateDir(directory)
    } catch (error) {
      if (!(error instanceof StateDirInUse) || Date.now() > deadline) throw error
      if (!isReported)
        say(`Process ${error.pid} uses ${directory}; waiting ${LOCK_PATIENCE_MS / 1000} s in case it is stopping`)
      await pause(100)
    }
  }
}

/** Linking, unlike writing, makes the lock appear at once with its content, or fails because there is one. */
function take(mine: string, lock: string): boolean {
  try {
    linkSync(mine, lock)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function readHolder(lock: string): Holder | undefined {
  if (!existsSync(lock)) return undefined
  try {
    return JSON.parse(readFileSync(lock, 'utf8')) as Holder
  } catch {
    return { pid: 0 }
  }
}

const isRunning = ({ pid, started }: Holder): boolean => pid > 0 && isAlive(pid) && startTimeOf(pid) === started

/** Two processes may find the same stale lock; the slower one must not throw away the faster one's fresh lock. */
function discard(lock: string, stale: Holder, mine: string): void {
  const aside = `${mine}.stale`
  try {
    renameSync(lock, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  const moved = readHolder(aside)
  if (moved && (moved.pid !== stale.pid || moved.started !== stale.started)) take(aside, lock)
  rmSync(aside, { force: true })
}
