import { spawn } from 'node:child_process'
import { chmodSync, closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { installPackage, mayInstall, onPath } from './packages.ts'
import { forgetService, noteService } from './leftovers.ts'
import { freePort } from './ports.ts'
import { describeExit, endProcess, exitOf, type Running } from './processes.ts'
import { asPostgresUser, giveToPostgresUser } from './run-as.ts'
import { supervise, type Supervised } from './supervisor.ts'
import { tailOf } from './log-files.ts'
import { waitFor } from './wait-for.ts'

export interface PgbouncerOptions {
  /** Contains the configuration (`pgbouncer/`) and the log. */
  stateDir: string
  /** A fixed port, to come back at the same address; a free one otherwise. */
  port?: number
  /** The server behind it, on this machine. */
  postgresPort: number
  /** The roles that it knows, with their passwords. */
  passwords: Readonly<Record<string, string>>
  /** How many connections it opens for each role on each database. */
  poolSize: number
  /** More of its settings, such as `{ query_wait_timeout: 1 }`. */
  settings?: Readonly<Record<string, string | number>>
  /** Receives progress when it has to be installed first. */
  say?: (line: string) => void
}

export interface Pgbouncer extends Running {
  port: number
}

const PROGRAM = 'pgbouncer'

/** Starts a real PgBouncer on the loopback interface, in transaction mode. */
export async function startPgbouncer(options: PgbouncerOptions): Promise<Pgbouncer> {
  const program = await findOrInstall(options.say)
  const port = options.port ?? (await freePort())
  const directory = join(options.stateDir, PROGRAM)
  const configuration = configure(directory, port, options)
  const logFile = join(options.stateDir, `${PROGRAM}.log`)
  const log = openSync(logFile, 'a', 0o600)
  // It refuses to run as root, as PostgreSQL does.
  const { file, args, ...user } = asPostgresUser(program, [configuration], [program, configuration])
  const child = spawn(file, args, { ...user, cwd: '/', detached: true, stdio: ['ignore', log, log] })
  closeSync(log)
  const exited = exitOf(child)
  const early = exited.then((exit): never => {
    throw new Error(`PgBouncer ended with ${describeExit(exit)} while starting. Its log ends:\n${tailOf(logFile)}`)
  })
  const pid = child.pid ?? 0
  noteService(options.stateDir, PROGRAM, pid)
  void exited.then(() => forgetService(options.stateDir, PROGRAM))
  await Promise.race([early, waitFor(`PgBouncer to listen (see ${logFile})`, () => isListening(port))])
  early.catch(() => {}) // from here on `exited` tells
  return {
    pid,
    port,
    exited,
    stop: async () => {
      // SIGINT would wait for clients to end their transactions.
      await endProcess(pid, ['SIGTERM', 'SIGKILL'], 5_000)
      await exited
    },
  }
}

/** Starts one that comes back at the same port after a crash, in front of the server of this URL. */
export async function supervisePgbouncer({
  behind,
  ...options
}: Omit<PgbouncerOptions, 'port' | 'postgresPort'> & { behind: string }): Promise<Supervised & { port: number }> {
  const port = await freePort()
  const all = { ...options, port, postgresPort: Number(new URL(behind).port) }
  const pooler = supervise({ name: 'PgBouncer', start: () => startPgbouncer(all) }, { say: options.say })
  await pooler.start()
  return Object.assign(pooler, { port })
}

function configure(directory: string, port: number, options: PgbouncerOptions): string {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const users = join(directory, 'users.txt')
  writePrivately(
    users,
    Object.entries(options.passwords)
      .map(([role, password]) => `"${role}" "${password.replaceAll('"', '""')}"\n`)
      .join(''),
  )
  const file = join(directory, 'pgbouncer.ini')
  writePrivately(
    file,
    [
      '[databases]',
      `* = host=127.0.0.1 port=${options.postgresPort}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = scram-sha-256',
      `auth_file = ${users}`,
      'pool_mode = transaction',
      `default_pool_size = ${options.poolSize}`,
      'max_client_conn = 2000',
      ...Object.entries(options.settings ?? {}).map(([name, value]) => `${name} = ${value}`),
      '',
    ].join('\n'),
  )
  giveToPostgresUser(directory)
  return file
}

function writePrivately(file: string, text: string): void {
  writeFileSync(file, text)
  chmodSync(file, 0o600)
  giveToPostgresUser(file)
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => (socket.destroy(), resolve(true)))
    socket.once('error', () => resolve(false))
  })

/** On PATH or in the usual places, else Debian's package. */
async function findOrInstall(say: (line: string) => void = () => {}): Promise<string> {
  const found = onPath(PROGRAM)
  if (found) return found
  if (!mayInstall())
    throw new Error(`${PROGRAM} was not found on PATH: install it (Debian: apt-get install ${PROGRAM}).`)
  say(`Installing ${PROGRAM} with apt-get (once)`)
  await installPackage(PROGRAM)
  const installed = onPath(PROGRAM)
  if (!installed) throw new Error(`apt-get installed ${PROGRAM}, and it is not on PATH.`)
  return installed
}
