/**
 * PostgreSQL that fails over, as Patroni does it: one etcd, and two servers of which one is the primary and the other a
 * synchronous standby. All on the loopback interface, and each server reaches and is reached by proxies alone, so that it
 * can be cut off from everything.
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  asPostgresUser,
  endProcess,
  exitOf,
  forgetService,
  freePort,
  giveToPostgresUser,
  isAlive,
  noteService,
  sendSignal,
  stopLeftoverPostgres,
} from '@pacioli/dev-stack'
import { startFreezingProxy, testDirectory, waitFor, type FreezingProxy } from '@pacioli/testing'
import { find, postgresPrograms } from './patroni-programs.ts'

/**
 * In seconds: how long the lock of a primary that keeps silent lasts, how often Patroni looks, and how long it asks etcd
 * again. Much shorter than in production (30, 10 and 10), where a busy server must not be taken for a dead one.
 */
const TIMES = { ttl: 10, loop_wait: 1, retry_timeout: 3 }

const SUPERUSER = 'postgres'
const START_MS = 120_000

/** What a process prints goes to a file beside its data. */
function launch(stateDir: string, name: string, program: string, args: string[]) {
  const log = openSync(join(stateDir, `${name}.log`), 'a', 0o600)
  const { file, args: all, ...user } = asPostgresUser(program, args, [stateDir])
  const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', TZ: 'UTC' }
  const child = spawn(file, all, { ...user, cwd: '/', env, detached: true, stdio: ['ignore', log, log] })
  closeSync(log)
  const pid = child.pid ?? 0
  noteService(stateDir, name, pid)
  const exited = exitOf(child).then(() => forgetService(stateDir, name))
  return { pid, exited }
}

type Launched = ReturnType<typeof launch>

type Ports = { postgres: number; rest: number }
type Proxies = Record<'postgres' | 'rest' | 'etcd', FreezingProxy>

export type Fault = 'killed' | 'frozen' | 'cut off'

/** One server of the cluster, with the Patroni that looks after it. */
export class Node {
  readonly name: string
  readonly #stateDir: string
  readonly #ports: Ports
  readonly #proxies: Proxies
  readonly #password: string
  #patroni: Launched | undefined
  #stopped: number[] = []

  private constructor(name: string, ports: Ports, proxies: Proxies, password: string) {
    this.name = name
    this.#stateDir = testDirectory(`patroni-${name}`)
    this.#ports = ports
    this.#proxies = proxies
    this.#password = password
  }

  static async make(name: string, etcd: number, password: string, replication: string): Promise<Node> {
    const ports = { postgres: await freePort(), rest: await freePort() }
    const through = (port: number): Promise<FreezingProxy> => startFreezingProxy({ host: '127.0.0.1', port })
    const proxies = {
      postgres: await through(ports.postgres),
      rest: await through(ports.rest),
      etcd: await through(etcd),
    }
    const node = new Node(name, ports, proxies, password)
    node.#writeSettings(replication)
    return node
  }

  /** host:port for everyone else. */
  get address(): string {
    return `127.0.0.1:${this.#proxies.postgres.port}`
  }

  /** Past its proxy. */
  get adminUrl(): string {
    return `postgres://${SUPERUSER}:${this.#password}@127.0.0.1:${this.#ports.postgres}/postgres`
  }

  get #dataDir(): string {
    return join(this.#stateDir, 'postgres')
  }

  start(): void {
    this.#patroni = launch(this.#stateDir, 'patroni', find('patroni'), [join(this.#stateDir, 'patroni.yml')])
  }

  /** What its Patroni says of all members, by name; undefined while it says nothing. */
  async members(): Promise<Map<string, { role: string; state: string }> | undefined> {
    try {
      const answer = await fetch(`http://127.0.0.1:${this.#ports.rest}/cluster`, { signal: AbortSignal.timeout(1_000) })
      const { members } = (await answer.json()) as { members: { name: string; role: string; state: string }[] }
      return new Map(members.map(({ name, role, state }) => [name, { role, state }]))
    } catch {
      return undefined
    }
  }

  /** Takes it out as it is, without a word to anyone. */
  suffer(fault: Fault): void {
    if (fault === 'cut off') return Object.values(this.#proxies).forEach(({ freeze }) => freeze())
    const processes = [this.#patroni?.pid, this.#postmaster()].flatMap((pid) => (pid ? [pid] : []))
    if (fault === 'killed') return processes.forEach((pid) => sendSignal(pid, 'SIGKILL'))
    // Parents first, so that none starts another one meanwhile.
    for (let found = processes; found.length > 0; found = found.flatMap(childrenOf)) {
      found.forEach((pid) => sendSignal(pid, 'SIGSTOP'))
      this.#stopped.push(...found)
    }
  }

  /** Gives it back what it lost. What it is then is up to Patroni. */
  async recover(fault: Fault): Promise<void> {
    if (fault === 'cut off') return Object.values(this.#proxies).forEach(({ thaw }) => thaw())
    if (fault === 'frozen')
      return this.#stopped
        .splice(0)
        .reverse()
        .forEach((pid) => sendSignal(pid, 'SIGCONT'))
    await this.#patroni?.exited
    this.start()
  }

  async stop(): Promise<void> {
    this.#stopped.splice(0).forEach((pid) => sendSignal(pid, 'SIGCONT'))
    for (const { thaw } of Object.values(this.#proxies)) thaw()
    if (this.#patroni && isAlive(this.#patroni.pid)) await endProcess(this.#patroni.pid, ['SIGKILL'], 10_000)
    await stopLeftoverPostgres(this.#stateDir)
    for (const { close } of Object.values(this.#proxies)) await close()
  }

  #postmaster(): number | undefined {
    try {
      return Number(readFileSync(join(this.#dataDir, 'postmaster.pid'), 'utf8').split('\n')[0])
    } catch {
      return undefined
    }
  }

  /** Patroni reads YAML, of which JSON is a part. */
  #writeSettings(replication: string): void {
    const { postgres, rest, etcd } = this.#proxies
    const settings = {
      scope: 'pacioli',
      name: this.name,
      restapi: { listen: `127.0.0.1:${this.#ports.rest}`, connect_address: `127.0.0.1:${rest.port}` },
      // By version 2 of etcd's interface: by version 3, Patroni before 3.1 (Debian 12 has 3.0) can hold on to an old value of
      // the key with the synchronous standby, and then never has one again (https://github.com/patroni/patroni/issues/2779).
      // Told by etcd where else to find it, Patroni would go past the proxy.
      etcd: { hosts: [`127.0.0.1:${etcd.port}`], use_proxies: true },
      bootstrap: {
        dcs: {
          ...TIMES,
          // Two servers: with `strict`, losing either would stop all writing.
          synchronous_mode: true,
          // A primary that crashed is not waited for.
          master_start_timeout: 0,
          postgresql: { use_pg_rewind: true, parameters: { max_connections: 200, wal_log_hints: 'on', fsync: 'off' } },
        },
        initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
      },
      postgresql: {
        listen: `127.0.0.1:${this.#ports.postgres}`,
        connect_address: `127.0.0.1:${postgres.port}`,
        data_dir: this.#dataDir,
        bin_dir: postgresPrograms(),
        pgpass: join(this.#stateDir, 'pgpass'),
        use_unix_socket: true,
        parameters: { unix_socket_directories: this.#stateDir },
        authentication: {
          superuser: { username: SUPERUSER, password: this.#password },
          replication: { username: 'replicator', password: replication },
        },
        pg_hba: [
          'local all all scram-sha-256',
          'host all all 127.0.0.1/32 scram-sha-256',
          'host replication all 127.0.0.1/32 scram-sha-256',
        ],
      },
    }
    const file = join(this.#stateDir, 'patroni.yml')
    writeFileSync(file, JSON.stringify(settings, undefined, 2), { mode: 0o600 })
    giveToPostgresUser(this.#stateDir)
    giveToPostgresUser(file)
  }
}

/** The children of a process, on Linux. */
function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

export class PatroniCluster {
  readonly nodes: readonly Node[]
  readonly #etcd: Launched
  readonly #password: string

  private constructor(nodes: readonly Node[], etcd: Launched, password: string) {
    this.nodes = nodes
    this.#etcd = etcd
    this.#password = password
  }

  /** Ends when one server is the primary, and the other its synchronous standby. */
  static async start(): Promise<PatroniCluster> {
    const password = randomBytes(18).toString('base64url')
    const replication = randomBytes(18).toString('base64url')
    const client = await freePort()
    const etcd = await startEtcd(client)
    const nodes: Node[] = []
    const cluster = new PatroniCluster(nodes, etcd, password)
    try {
      for (const name of ['a', 'b']) nodes.push(await Node.make(name, client, password, replication))
      for (const node of nodes) node.start()
      await cluster.untilSynchronous()
      return cluster
    } catch (error) {
      await cluster.stop()
      throw error
    }
  }

  /** The superuser's URL of all servers. */
  get adminUrl(): string {
    const hosts = this.nodes.map(({ address }) => address).join(',')
    return `postgres://${SUPERUSER}:${this.#password}@${hosts}/postgres`
  }

  /** Waits until there is a primary with a synchronous standby. @returns the two, the primary first */
  untilSynchronous(): Promise<[Node, Node]> {
    return waitFor(
      'Patroni to have a primary and a synchronous standby',
      async () => {
        const said = await Promise.all(this.nodes.map((node) => node.members()))
        const have = (role: string): Node | undefined =>
          this.nodes.find(({ name }) => said.every((members) => members?.get(name)?.role === role))
        const [primary, standby] = [have('leader'), have('sync_standby')]
        return primary && standby && [primary, standby]
      },
      { timeoutMs: START_MS, everyMs: 100 },
    )
  }

  async stop(): Promise<void> {
    for (const node of this.nodes) await node.stop()
    await endProcess(this.#etcd.pid, ['SIGTERM', 'SIGKILL'], 10_000)
  }
}

async function startEtcd(clientPort: number): Promise<Launched> {
  const stateDir = testDirectory('etcd')
  giveToPostgresUser(stateDir)
  const [client, peer] = [`http://127.0.0.1:${clientPort}`, `http://127.0.0.1:${await freePort()}`]
  const dataDir = join(stateDir, 'data')
  mkdirSync(dataDir, { mode: 0o700 })
  giveToPostgresUser(dataDir)
  const etcd = launch(stateDir, 'etcd', find('etcd'), [
    ...['--name', 'etcd', '--data-dir', dataDir, '--enable-v2=true'],
    ...['--listen-client-urls', client, '--advertise-client-urls', client],
    ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', `etcd=${peer}`],
  ])
  const isHealthy = async (): Promise<boolean> =>
    fetch(`${client}/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  await waitFor(`etcd to answer (see ${stateDir}/etcd.log)`, isHealthy, { timeoutMs: 60_000 })
  return etcd
}
