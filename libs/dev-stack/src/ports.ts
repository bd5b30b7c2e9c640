import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { isAlive } from './processes.ts'

/**
 * Below the range of outgoing connections on Linux (32768) and macOS (49152): any connection may take a port of that
 * range between our choice and a server's bind, or while a crashed server is restarted.
 */
const FIRST = 20_000
const LAST = 32_000

/**
 * A file for each port that a process has reserved, with its pid: seconds may pass before the port is bound, or bound
 * again after a crash. In one place, whatever TMPDIR says: a run of tests has a directory of its own there, and would not
 * see what another run has reserved.
 */
export const RESERVATIONS = join('/tmp', `pacioli-ports-${userInfo().uid}`)

/** A port that is free and not reserved by this or another living process. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST))
    if (reserve(port) && (await isPortFree(port))) return port
  }
  throw new Error(
    `No free port found between ${FIRST} and ${LAST} in 200 attempts: is something listening on all of them?`,
  )
}

/** Whether the port is this process's from now on, for as long as it lives. */
function reserve(port: number): boolean {
  mkdirSync(RESERVATIONS, { recursive: true, mode: 0o700 })
  const file = join(RESERVATIONS, String(port))
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' })
      return true
    } catch {
      if (isHeld(file)) return false
      rmSync(file, { force: true })
    }
  }
  return false
}

/** An empty file is being written right now. */
function isHeld(file: string): boolean {
  try {
    const owner = readFileSync(file, 'utf8')
    return owner === '' || isAlive(Number(owner))
  } catch {
    return false
  }
}

/** Whether a server could bind this port of the loopback interface now. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
