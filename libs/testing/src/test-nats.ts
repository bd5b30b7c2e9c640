import { freePort, startNats, waitFor } from '@pacioli/dev-stack'
import type { Nats } from '@pacioli/dev-stack'
import { testDirectory } from './shared.ts'

/**
 * A nats-server of this test file's own (it starts in some 30 ms): its streams can't be confused with those of other
 * files, and it may be crashed, wiped and started again. Stop it in afterAll; a forgotten one ends with the run.
 * @returns the server and its state directory, to start it again with startNats
 */
export async function testNats(): Promise<Nats & { stateDir: string }> {
  const stateDir = testDirectory('nats')
  return { ...(await startNats({ stateDir })), stateDir }
}

/** What a server says of a stream; only its leader knows how far the others are. */
type StreamDetail = {
  name: string
  cluster?: { leader?: string; replicas?: { current: boolean; offline?: boolean }[] }
}

/** A server of a cluster. It keeps its address and its store. */
export class ClusterServer {
  readonly name: string
  /** The same whether it runs or not. */
  readonly url: string
  readonly #start: () => Promise<Nats>
  readonly #monitoringPort: number
  #running: Nats | undefined

  constructor(name: string, url: string, monitoringPort: number, start: () => Promise<Nats>) {
    this.name = name
    this.url = url
    this.#monitoringPort = monitoringPort
    this.#start = start
  }

  async start(): Promise<void> {
    this.#running ??= await this.#start()
  }

  /** Ends it at once, without a chance to write anything or to hand over. */
  async crash(): Promise<void> {
    await this.#running?.crash()
    this.#running = undefined
  }

  async stop(): Promise<void> {
    this.thaw()
    await this.#running?.stop()
    this.#running = undefined
  }

  /** It answers nothing from now on, and its connections stay open. */
  freeze(): void {
    this.#signal('SIGSTOP')
  }

  thaw(): void {
    this.#signal('SIGCONT')
  }

  /** What it knows of a stream; undefined while it does not answer, or does not have it. */
  async detailOf(stream: string): Promise<StreamDetail | undefined> {
    const url = `http://127.0.0.1:${this.#monitoringPort}/jsz?streams=true`
    const answer = await fetch(url, { signal: AbortSignal.timeout(1_000) }).catch(() => undefined)
    const said = (await answer?.json()) as { account_details?: { stream_detail?: StreamDetail[] }[] } | undefined
    const streams = (said?.account_details ?? []).flatMap(({ stream_detail }) => stream_detail ?? [])
    return streams.find(({ name }) => name === stream)
  }

  #signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    if (this.#running) process.kill(this.#running.pid, signal)
  }
}

/** Three servers that form a cluster. */
export class NatsCluster {
  readonly servers: readonly ClusterServer[]

  constructor(servers: readonly ClusterServer[]) {
    this.servers = servers
  }

  /** All of them, as services are told. */
  get url(): string {
    return this.servers.map(({ url }) => url).join()
  }

  /** The server that leads a stream; undefined while there is none, or one that does not answer. */
  async leaderOf(stream: string): Promise<ClusterServer | undefined> {
    for (const server of this.servers)
      if ((await server.detailOf(stream))?.cluster?.leader === server.name) return server
    return undefined
  }

  /** How many servers have all of a stream, as its leader sees it; 0 while there is none. */
  async copiesOf(stream: string): Promise<number> {
    const cluster = (await (await this.leaderOf(stream))?.detailOf(stream))?.cluster
    if (!cluster) return 0
    return 1 + (cluster.replicas ?? []).filter(({ current, offline }) => current && !offline).length
  }

  /** Waits until a stream is whole on all servers. */
  async whenWhole(stream: string, timeoutMs: number): Promise<void> {
    const { length } = this.servers
    const isWhole = async (): Promise<boolean> => (await this.copiesOf(stream)) === length
    await waitFor(`all ${length} servers to have all of ${stream}`, isWhole, { timeoutMs, everyMs: 100 })
  }

  async stop(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.stop()))
  }
}

/**
 * Three servers that form a cluster, of this test file's own. It answers for streams once they have elected a leader,
 * which takes some seconds. Stop it in afterAll.
 */
export async function testNatsCluster(): Promise<NatsCluster> {
  const places = await Promise.all(
    Array.from({ length: 3 }, async () => ({
      client: await freePort(),
      route: await freePort(),
      told: await freePort(),
    })),
  )
  const routes = places.map(({ route }) => `nats://127.0.0.1:${route}`)
  const servers = places.map(({ client, told }, index) => {
    const name = `server-${index}`
    const stateDir = testDirectory('nats')
    const own = ['--name', name, '--cluster_name', 'test', '--cluster', routes[index] ?? '', '-m', String(told)]
    const args = [...own, '--routes', routes.join()]
    const start = (): Promise<Nats> => startNats({ stateDir, port: client, args })
    return new ClusterServer(name, `nats://127.0.0.1:${client}`, told, start)
  })
  const cluster = new NatsCluster(servers)
  await Promise.all(servers.map((server) => server.start()))
  return cluster
}
