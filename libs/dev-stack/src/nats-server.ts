import { spawn } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { tailOf } from './log-files.ts'
import { findOrInstallNats } from './nats-install.ts'
import { freePort } from './ports.ts'
import { commandLineOf, describeExit, endProcess, exitOf, isAlive, sendSignal } from './processes.ts'
import type { Running } from './processes.ts'
import { waitFor } from './wait-for.ts'

export interface NatsOptions {
  /** Contains the store (`nats/`), the pid file and the log. */
  stateDir: string
  /** A fixed port, to come back after a crash at the same address; a free one otherwise. */
  port?: number
  /** More arguments of the server, those of a cluster for example. */
  args?: string[]
  /** Receives progress when the server has to be installed first, which takes a while. */
  say?: (line: string) => void
}

export interface Nats extends Running {
  port: number
  url: string
  /** Ends the server at once, without a chance to write anything. */
  crash: () => Promise<void>
}

const START_ATTEMPTS = 5

/**
 * Starts a real nats-server with JetStream on the loopback interface, its store in the state directory. A server that
 * an earlier, killed run left behind on the same store is stopped first.
 */
export async function startNats(options: NatsOptions): Promise<Nats> {
  const program = await findOrInstallNats(options.stateDir, options.say)
  await stopLeftoverNats(options.stateDir)
  mkdirSync(storeOf(options.stateDir), { recursive: true, mode: 0o700 })
  for (let attempt = 1; ; attempt++) {
    const port = options.port ?? (await freePort())
    try {
      return await launch(program, port, options)
    } catch (error) {
      if (attempt === START_ATTEMPTS) throw error
      await new Promise((resolve) => setTimeout(resolve, 100 * attempt))
    }
  }
}

/** Stops the server on this state directory's store, if one is running: one that outlived its parent. */
export async function stopLeftoverNats(stateDir: string): Promise<void> {
  const file = pidFileOf(stateDir)
  if (!existsSync(file)) return
  const pid = Number(readFileSync(file, 'utf8'))
  // The id may belong to another process by now: ours has its store among its arguments.
  if (pid > 0 && isAlive(pid) && commandLineOf(pid)?.includes(`-sd ${storeOf(stateDir)} `)) await endNats(pid)
  rmSync(file, { force: true })
}

/** Deletes all streams and messages, as after the loss of a disk. Only while the server is stopped. */
export function wipeNatsStore(stateDir: string): void {
  rmSync(storeOf(stateDir), { recursive: true, force: true })
}

/**
 * By default a server limits its storage to three quarters of what is free when it starts: started on a full disk, it
 * would refuse its own streams for good.
 */
const CONFIGURATION = 'jetstream { max_file_store: 1TB }\n'

/** Written once: on a full disk it is there already. */
function configurationIn(stateDir: string): string {
  const file = join(stateDir, 'nats-limits.conf')
  if (!existsSync(file) || readFileSync(file, 'utf8') !== CONFIGURATION) writeFileSync(file, CONFIGURATION)
  return file
}

/** With less a stream cannot go on. */
const LITTLE_ROOM_BYTES = 8 * 1024 * 1024

/** Whether the disk of the store is full, which a restart cannot fix. */
export function isNatsDiskFull(stateDir: string): boolean {
  const { bavail, bsize } = statfsSync(storeOf(stateDir))
  return bavail * bsize < LITTLE_ROOM_BYTES
}

const storeOf = (stateDir: string): string => join(stateDir, 'nats')
const pidFileOf = (stateDir: string): string => join(stateDir, 'nats.pid')
const endNats = (pid: number): Promise<void> => endProcess(pid, ['SIGTERM', 'SIGKILL'], 10_000)

async function launch(program: string, port: number, { stateDir, args: more = [] }: NatsOptions): Promise<Nats> {
  const logFile = join(stateDir, 'nats.log')
  const log = openSync(logFile, 'a', 0o600)
  const args = [
    '-c',
    configurationIn(stateDir),
    '-js',
    '-sd',
    storeOf(stateDir),
    '-a',
    '127.0.0.1',
    '-p',
    String(port),
    '-P',
    pidFileOf(stateDir),
    ...more,
  ]
  // Detached: a Ctrl-C in the terminal must reach the supervisor alone, which stops the services before the broker.
  const child = spawn(program, args, { cwd: '/', detached: true, stdio: ['ignore', log, log] })
  closeSync(log)
  const exited = exitOf(child)
  const early = exited.then((exit): never => {
    throw new Error(`nats-server ended with ${describeExit(exit)} while starting. Its log ends:\n${tailOf(logFile)}`)
  })
  await Promise.race([early, untilReady(port, logFile)])
  early.catch(() => {}) // from here on `exited` tells

  const pid = child.pid ?? 0
  return {
    pid,
    port,
    url: `nats://127.0.0.1:${port}`,
    exited,
    stop: async () => {
      await endNats(pid)
      await exited
    },
    crash: async () => {
      sendSignal(pid, 'SIGKILL')
      await exited
    },
  }
}

async function untilReady(port: number, logFile: string): Promise<void> {
  await waitFor(`nats-server to accept connections (see ${logFile})`, () => greetsWithJetStream(port))
}

/** A NATS server speaks first: `INFO {...,"jetstream":true,...}`. */
function greetsWithJetStream(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    const answer = (is: boolean): void => {
      socket.destroy()
      resolve(is)
    }
    socket.setTimeout(1_000, () => answer(false))
    socket.once('error', () => answer(false))
    socket.once('data', (greeting) => answer(/"jetstream":\s*true/.test(greeting.toString())))
  })
}
