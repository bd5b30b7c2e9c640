/**
 * The system of the compose file, started by Testcontainers: the same images, settings and confinement, in the order that
 * its `depends_on` says, but with two replicas of each service.
 */
import { createWriteStream, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readComposeFile, type ComposeFile, type ComposeService } from '@pacioli/compose'
import { freePort, waitFor } from '@pacioli/dev-stack'
import { isImageName, type ImageName } from '@pacioli/images'
import { Wait } from 'testcontainers'
import { ComposeContainer } from './compose-container.ts'
import { docker, isAvailable, TAGGED_BASE } from './engine.ts'

export interface Replica {
  service: ImageName
  name: string
  containerId: string
  /** Ports of this machine. */
  ports: { ops: number; grpc?: number; http?: number }
}

/** Everything one needs to speak to a system, or to stop it; plain data, so that it reaches the test workers. */
export interface RunningSystem {
  /** Of all its containers, volumes and networks. */
  label: string
  network: string
  environment: Record<string, string>
  replicas: Replica[]
  postgres: { containerId: string; port: number }
  /** The image of the file store, and whether it is the one of the compose file. */
  files: { image: string; isReal: boolean }
}

export interface SystemOptions {
  run: string
  /** Where what containers print is kept. */
  logs: string
  environment: Record<string, string>
  /** The tag of our images. */
  version: string
  /** Ports to publish on, so that a system that is started anew is found where it was. */
  ports: { postgres: number }
  /** A directory of this machine that PostgreSQL has as /backup. */
  backup: string
  say: (line: string) => void
  /** Called when PostgreSQL is up, before anything else is. */
  onPostgres?: (containerId: string) => Promise<void>
}

const REPLICAS = 2

/** Tests send hundreds of requests a second, and one of them signs tokens as the gateway does. */
const forTests = (environment: Record<string, string>): Record<string, string> => ({
  GATEWAY_ISSUER: environment.GATEWAY_BASE_URL ?? '',
  GATEWAY_RATE_LIMIT_PER_SECOND: '100000',
  GATEWAY_RATE_LIMIT_BURST: '100000',
  GATEWAY_BULK_RATE_LIMIT_PER_SECOND: '0',
  // Longer than a load balancer takes to notice, for the gateway; and than a name is kept, for the others.
  SHUTDOWN_DELAY_MS: '2000',
})

export async function startSystem(options: SystemOptions): Promise<RunningSystem> {
  const { run, environment, version, say, logs } = options
  mkdirSync(logs, { recursive: true })
  const file = readComposeFile({ ...environment, PACIOLI_VERSION: version })
  const label = `pacioli.run=${run}`
  const [labelName = '', labelValue = ''] = label.split('=')
  const labels = { [labelName]: labelValue }
  await docker('network', 'create', '--label', label, run)
  for (const volume of Object.keys(file.volumes)) await docker('volume', 'create', '--label', label, `${run}-${volume}`)

  const image = file.services.s3?.image ?? ''
  const files = { image, isReal: await isAvailable(image) }
  if (!files.isReal) say(`${image} cannot be had: the file store is s3rver, in a container of its own`)

  const replicas: Replica[] = []
  let postgresId = ''
  const started = new Map<string, Promise<void>>()
  const start = (name: string): Promise<void> => {
    const starting = started.get(name) ?? startOne(name)
    started.set(name, starting)
    return starting
  }
  async function startOne(name: string): Promise<void> {
    const service = file.services[name]
    if (!service) throw new Error(`The compose file has no service ${name}.`)
    await Promise.all(Object.keys(service.depends_on ?? {}).map(start))
    const common = { alias: name, network: run, labels }
    try {
      if (name === 's3' && !files.isReal) await startStandIn(file, common, environment)
      else if (isImageName(name)) await startReplicas(name, service, common)
      else await startOther(name, service, common)
    } catch (error) {
      const message = `The container of ${name} did not start: ${(error as Error).message}
${lastWords(logs, name)}`
      throw new Error(message, { cause: error })
    }
    say(`${name} ${service.restart === 'no' ? 'has done its work' : 'is up'}`)
  }

  async function startReplicas(service: ImageName, spec: ComposeService, common: Common): Promise<void> {
    const all = await Promise.all(
      Array.from({ length: REPLICAS }, async (_, index): Promise<Replica> => {
        const name = `${service}-${index + 1}`
        const published = await portsOf(service, index, environment)
        const container = await new ComposeContainer(spec, {
          ...common,
          ports: published.map(({ container: inside, host }) => ({ container: inside, host })),
          environment: { ...forTests(environment), ...keysOfStandIn(files.isReal) },
          onOutput: logTo(name),
        })
          .withWaitStrategy(Wait.forSuccessfulCommand('node ask-health.ts'))
          .start()
        const ports = Object.fromEntries(published.map(({ name: kind, host }) => [kind, host])) as Replica['ports']
        return { service, name, containerId: container.getId(), ports }
      }),
    )
    replicas.push(...all)
  }

  async function startOther(name: string, spec: ComposeService, common: Common): Promise<void> {
    const isDatabase = name === 'postgres'
    const volumes = (spec.volumes ?? []).map((volume) => {
      const [source, target = ''] = volume.split(':')
      return { source: `${run}-${source}`, target }
    })
    const container = new ComposeContainer(spec, {
      ...common,
      volumes: isDatabase ? [...volumes, { source: options.backup, target: '/backup' }] : volumes,
      ports: isDatabase
        ? [{ container: 5432, host: options.ports.postgres }]
        : name === 's3'
          ? [{ container: 7070, host: Number(environment.FILES_PORT) }]
          : [],
      environment: keysOfStandIn(files.isReal),
      onOutput: logTo(name),
    })
    const [, ...check] = spec.healthcheck?.test ?? []
    if (check.length > 0) container.withWaitStrategy(Wait.forSuccessfulCommand(check.join(' ')))
    const running = await container.start()
    if (!isDatabase) return
    postgresId = running.getId()
    await options.onPostgres?.(postgresId)
  }

  const logTo = (name: string): ((chunk: Buffer) => void) => {
    const log = createWriteStream(join(logs, `${name}.log`), { flags: 'a', mode: 0o600 })
    return (chunk) => void log.write(chunk)
  }

  await Promise.all(Object.keys(file.services).map(start))
  const gateways = replicas.filter(({ service }) => service === 'gateway')
  await Promise.all(replicas.map((replica) => untilReady(replica)))
  say(`${gateways.length} gateways and ${replicas.length - gateways.length} services behind them are ready`)
  const postgres = { containerId: postgresId, port: options.ports.postgres }
  return { label, network: run, environment, replicas, postgres, files }
}

type Common = { alias: string; network: string; labels: Record<string, string> }

/** What the containers of a service printed last: the reason, if they did not start. */
const lastWords = (logs: string, name: string): string =>
  readdirSync(logs)
    .filter((file) => file.startsWith(name))
    .flatMap((file) => readFileSync(join(logs, file), 'utf8').trim().split('\n').slice(-10))
    .join('\n')

type Published = { name: keyof Replica['ports']; container: number; host: number }

/** The first gateway is where the environment says that the gateway is. */
async function portsOf(service: ImageName, index: number, environment: Record<string, string>): Promise<Published[]> {
  const ops: Published = { name: 'ops', container: 9080, host: await freePort() }
  if (service !== 'gateway') return [ops, { name: 'grpc', container: 50_051, host: await freePort() }]
  const host = index === 0 ? Number(environment.GATEWAY_PORT) : await freePort()
  return [ops, { name: 'http', container: 8080, host }]
}

/** Resolves when the replica says that it can serve. */
export const untilReady = ({ name, ports }: Replica): Promise<boolean> =>
  waitFor(
    `${name} to be ready`,
    () =>
      fetch(`http://127.0.0.1:${ports.ops}/readyz`).then(
        ({ status }) => status === 200,
        () => false,
      ),
    { timeoutMs: 120_000, everyMs: 250 },
  )

const STAND_IN_KEY = 'S3RVER'

/** s3rver knows one account, with this name and this secret. */
const keysOfStandIn = (isReal: boolean): Record<string, string> =>
  isReal ? {} : { S3_ACCESS_KEY: STAND_IN_KEY, S3_SECRET_KEY: STAND_IN_KEY }

/** Where no image of an S3 server can be had: the server of the unit tests, in a container of our base image. */
async function startStandIn(file: ComposeFile, common: Common, environment: Record<string, string>): Promise<void> {
  const { command: _, user: _user, environment: _environment, ...confinement } = file.services.s3 ?? { image: '' }
  const modules = join(import.meta.dirname, '..', '..', 'node_modules')
  const settings = { address: '0.0.0.0', port: 7070, directory: '/tmp/s3', vhostBuckets: false }
  const program = `new (require('/test/node_modules/@20minutes/s3rver'))(${JSON.stringify(settings)}).run()`
  await new ComposeContainer(
    { ...confinement, image: TAGGED_BASE, init: true },
    {
      ...common,
      command: ['node', '--eval', program],
      ports: [{ container: 7070, host: Number(environment.FILES_PORT) }],
      volumes: [{ source: modules, target: '/test/node_modules' }],
    },
  )
    .withWaitStrategy(
      Wait.forSuccessfulCommand(`node -e "fetch('http://127.0.0.1:7070/').catch(() => process.exit(1))"`),
    )
    .start()
}
