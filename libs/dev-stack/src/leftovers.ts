import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { endProcess, isAlive, startTimeOf } from './processes.ts'

/** Identifies a process for a later run: the id alone may belong to another one by then. */
interface Identity {
  pid: number
  started?: string
}

const directoryOf = (stateDir: string): string => join(stateDir, 'running')

/**
 * Records the process of a service, for a later run to find if we are killed. On a full disk it does without: a service
 * ends by itself when its parent is gone, so this matters only for one that hangs.
 */
export function noteService(stateDir: string, name: string, pid: number): void {
  const identity: Identity = { pid, started: startTimeOf(pid) }
  try {
    mkdirSync(directoryOf(stateDir), { recursive: true, mode: 0o700 })
    writeFileSync(join(directoryOf(stateDir), name), JSON.stringify(identity))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

export function forgetService(stateDir: string, name: string): void {
  rmSync(join(directoryOf(stateDir), name), { force: true })
}

/**
 * Ends the services of an earlier run that was killed. They end by themselves when their parent is gone, but one may
 * still drain or hang, and use a port or connection that we need.
 */
export async function stopLeftoverServices(stateDir: string): Promise<void> {
  const directory = directoryOf(stateDir)
  if (!existsSync(directory)) return
  await Promise.all(readdirSync(directory).map((name) => endNotedService(stateDir, name)))
}

/** Ends the process recorded under this name, if it is still there. */
export async function endNotedService(stateDir: string, name: string): Promise<void> {
  const noted = readIdentity(join(directoryOf(stateDir), name))
  if (noted && isAlive(noted.pid) && startTimeOf(noted.pid) === noted.started) {
    await endProcess(noted.pid, ['SIGTERM', 'SIGKILL'], 5_000)
  }
  forgetService(stateDir, name)
}

function readIdentity(file: string): Identity | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Identity
  } catch {
    return undefined // not there, or half written when its writer was killed
  }
}
