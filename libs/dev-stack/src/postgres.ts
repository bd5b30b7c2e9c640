import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from './ports.ts'
import { postgresBinaries, type PostgresBinaries } from './postgres-binaries.ts'
import { commandLineOf, describeExit, endProcess, exitOf, isAlive, sendSignal } from './processes.ts'
import type { Exit, Running } from './processes.ts'
import { asPostgresUser, giveToPostgresUser } from './run-as.ts'
import { tailOf } from './log-files.ts'
import { waitFor } from './wait-for.ts'

export interface PostgresOptions {
  /** Contains the data (`postgres/`), the superuser's password and the log. */
  stateDir: string
  /** A fixed port, to come back after a crash at the same address; a free one otherwise. */
  port?: number
  /** Server settings, such as `{ max_connections: 300 }`. */
  settings?: Record<string, string | number>
  /** false: no fsync at all, for tests; a crash of the machine may destroy the data. Default true. */
  durable?: boolean
  /** The directory with the programs of another version, such as the operating system's; PostgreSQL 18 unless given. */
  programs?: string
  /** Everyone on this machine may connect without a password, as the servers of a cluster do to each other. Default false. */
  isOpen?: boolean
}

export interface Postgres extends Running {
  port: number
  /** The superuser's URL of the maintenance database `postgres`. */
  adminUrl: string
  /** Ends the server at once, as a power cut would: the next start replays its log. */
  crash: () => Promise<void>
}

const SUPERUSER = 'postgres'
const NOT_DURABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
/** Another process may take the port. */
const START_ATTEMPTS = 5
/** The workers of a killed server need a moment to let go of its shared memory, on a busy machine a long one. */
const SHARED_MEMORY_TIMEOUT_MS = 30_000
const STILL_IN_USE = /shared memory block .* is still in use/

/**
 * Starts a real PostgreSQL 18 on the loopback interface, with its data in the state directory (made when missing). A
 * server that an earlier, killed run left behind on the same data is stopped first.
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const dataDir = join(options.stateDir, 'postgres')
  const binaries = options.programs ? programsIn(options.programs) : await postgresBinaries()
  await stopLeftoverPostgres(options.stateDir)
  const password = existsSync(join(dataDir, 'PG_VERSION'))
    ? readFileSync(passwordFile(options.stateDir), 'utf8')
    : createCluster(binaries.initdb, dataDir, options)

  const deadline = Date.now() + SHARED_MEMORY_TIMEOUT_MS
  for (let attempt = 1; ; attempt++) {
    const port = options.port ?? (await freePort())
    try {
      return await launch(binaries.postgres, dataDir, port, password, options)
    } catch (error) {
      const isWaiting = STILL_IN_USE.test(String(error)) && Date.now() < deadline
      if (attempt >= START_ATTEMPTS && !isWaiting) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.min(100 * attempt, 500)))
    }
  }
}

/** Stops the server on this state directory's data, if one is running: one that outlived its parent. */
export async function stopLeftoverPostgres(stateDir: string): Promise<void> {
  const dataDir = join(stateDir, 'postgres')
  const pid = postmasterOf(dataDir)?.pid
  // The id may belong to another process by now: ours has its data directory among its arguments.
  if (!pid || !isAlive(pid) || !commandLineOf(pid)?.includes(`-D ${dataDir} `)) return
  await endPostgres(pid)
}

/** SIGINT is PostgreSQL's "fast" stop, SIGQUIT its "immediate" one. */
const endPostgres = (pid: number): Promise<void> => endProcess(pid, ['SIGINT', 'SIGQUIT', 'SIGKILL'], 10_000)

const passwordFile = (stateDir: string): string => join(stateDir, 'postgres.password')

const programsIn = (directory: string): PostgresBinaries => ({
  initdb: join(directory, 'initdb'),
  postgres: join(directory, 'postgres'),
})

/** @returns the superuser's password */
function createCluster(initdb: string, dataDir: string, options: PostgresOptions): string {
  const { stateDir } = options
  const password = randomBytes(24).toString('base64url')
  writeFileSync(passwordFile(stateDir), password, { mode: 0o600 })
  // Made beside its place and moved there when complete: a half made cluster would be taken for a broken one for ever.
  const making = `${dataDir}.new`
  const passwordForInitdb = join(making, 'password')
  const data = join(making, 'data')
  rmSync(making, { recursive: true, force: true })
  for (const directory of [making, data]) {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    giveToPostgresUser(directory)
  }
  writeFileSync(passwordForInitdb, password, { mode: 0o600 })
  giveToPostgresUser(passwordForInitdb)
  try {
    runInitdb(initdb, data, passwordForInitdb, options)
    renameSync(data, dataDir)
  } finally {
    rmSync(making, { recursive: true, force: true })
  }
  return password
}

function runInitdb(initdb: string, data: string, passwordForInitdb: string, options: PostgresOptions): void {
  const args = [
    ['-D', data, '-U', SUPERUSER, '--pwfile', passwordForInitdb],
    [`--auth=${options.isOpen ? 'trust' : 'scram-sha-256'}`, '--encoding=UTF8', '--no-instructions'],
    // PostgreSQL's own UTF-8 locale: the same order of text on every machine, whatever its libc or ICU. Before 17 there
    // was none.
    options.programs ? ['--locale=C.UTF-8'] : ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
  ].flat()
  const { file, args: all, ...user } = asPostgresUser(initdb, args, [initdb, data])
  const result = spawnSync(file, all, { ...user, cwd: '/', env: serverEnvironment(), encoding: 'utf8' })
  if (result.status === 0) return
  const said = result.error ? result.error.message : `${result.stdout}${result.stderr}`.trim()
  throw new Error(`initdb could not make a database cluster in ${data}. It said: ${said}`)
}

async function launch(
  program: string,
  dataDir: string,
  port: number,
  password: string,
  options: PostgresOptions,
): Promise<Postgres> {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    ...(options.durable === false ? NOT_DURABLE : {}),
    ...options.settings,
  }
  const args = ['-D', dataDir, '-p', String(port)]
  for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`)

  const logFile = join(options.stateDir, 'postgres.log')
  const log = openSync(logFile, 'a', 0o600)
  const command = asPostgresUser(program, args, [program, dataDir])
  const { file, args: all, ...user } = command
  // Detached: a Ctrl-C in the terminal must reach the supervisor alone, which stops the services before the database.
  const child = spawn(file, all, {
    ...user,
    cwd: '/',
    env: serverEnvironment(),
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const exited = exitOf(child)
  const early = exited.then((exit): never => {
    throw new Error(`PostgreSQL ended with ${describeExit(exit)} while starting. Its log ends:\n${tailOf(logFile)}`)
  })
  const pid = child.pid ?? 0
  await Promise.race([early, untilReady(dataDir, pid, logFile)])
  early.catch(() => {}) // from here on `exited` tells

  return {
    pid,
    port,
    adminUrl: `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`,
    exited,
    stop: () => stopAndWait(pid, exited),
    crash: async () => {
      sendSignal(pid, 'SIGQUIT')
      await exited
    },
  }
}

async function stopAndWait(pid: number, exited: Promise<Exit>): Promise<void> {
  await endPostgres(pid)
  await exited
}

/** The server writes its state into postmaster.pid; it is what pg_ctl waits for, too. */
async function untilReady(dataDir: string, pid: number, logFile: string): Promise<void> {
  const isReady = (): boolean => {
    const postmaster = postmasterOf(dataDir)
    return postmaster?.pid === pid && postmaster.status === 'ready'
  }
  await waitFor(`PostgreSQL to accept connections (see ${logFile})`, isReady, { timeoutMs: 60_000 })
}

function postmasterOf(dataDir: string): { pid: number; status: string } | undefined {
  const file = join(dataDir, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const lines = readFileSync(file, 'utf8').split('\n')
  return { pid: Number(lines[0]), status: (lines[7] ?? '').trim() }
}

/** Without PG* variables of our environment, which would change what we start. */
const serverEnvironment = (): NodeJS.ProcessEnv => ({ PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' })
