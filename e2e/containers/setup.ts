/**
 * Vitest's global set-up of the container tests: builds the images, starts the system of the compose file from them, and
 * tells the end-to-end tests where it is, as they are told of a stack on this machine.
 */
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newEnvironment } from '@pacioli/compose'
import { demoBusiness, devToken, freePort, OPERATOR_FILE, ROLES, type Secrets } from '@pacioli/dev-stack'
import { buildImage, IMAGES } from '@pacioli/images'
import type { SharedStack } from '@pacioli/testing'
import { shareStack } from '@pacioli/testing/share-stack'
import type { TestProject } from 'vitest/node'
import { startSystem, type RunningSystem, type SystemOptions } from './container-system.ts'
import { chooseBase, docker, engineProblem, removeAll } from './engine.ts'
import { grpcAddresses, operatorEnvironment } from './operator.ts'

/** What the container tests need beyond what end-to-end tests do: the means to start it all again. */
export interface SharedSystem {
  system: RunningSystem
  options: Omit<SystemOptions, 'say' | 'onPostgres'>
}

declare module 'vitest' {
  interface ProvidedContext {
    pacioliSystem: SharedSystem
  }
}

/** Vitest loads this once per project; what is shared hangs on the process. */
type Place = { system?: SharedSystem; runDir?: string; users: number }
const place = ((globalThis as { pacioliContainers?: Place }).pacioliContainers ??= { users: 0 })

const say = (line: string): void => void process.stderr.write(`[containers] ${line}\n`)

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const problem = await engineProblem()
  if (problem)
    throw new Error(`The container tests need a container engine, and ${problem}. Run: npm run test:containers`)
  place.users += 1
  place.runDir ??= mkdtempSync(join(tmpdir(), 'pacioli-containers-'))
  const { runDir } = place
  chmodSync(runDir, 0o755)
  // There are no servers on this machine itself; files of the run are kept where theirs would be.
  project.provide('pacioliServers', { runDir, postgresAdminUrl: '', nodes: [], natsUrl: '' })
  const stop = await shareStack(project, startShared)
  if (place.system) project.provide('pacioliSystem', place.system)
  return async () => {
    await stop()
    place.users -= 1
    if (place.users === 0) rmSync(runDir, { recursive: true, force: true })
  }
}

async function startShared(runDir: string): ReturnType<Parameters<typeof shareStack>[1]> {
  const run = `pacioli-test-${randomBytes(4).toString('hex')}`
  const version = 'test'
  const base = await chooseBase(say)
  for (const service of IMAGES) {
    say(`Building the image of ${service}`)
    const buildArgs = [`NODE_IMAGE=${base}`]
    await buildImage(service, { version, network: process.env.PACIOLI_IMAGES_NETWORK, buildArgs })
  }
  const stateDir = mkdtempSync(join(runDir, 'stack-'))
  const backup = join(stateDir, 'backup')
  mkdirSync(backup)
  // PostgreSQL writes there as the user of its container.
  chmodSync(backup, 0o777)
  const [gatewayPort, filesPort, postgresPort] = [await freePort(), await freePort(), await freePort()]
  const baseUrl = `http://127.0.0.1:${gatewayPort}`
  const addresses = { gatewayPort, filesPort, gatewayUrl: baseUrl, filesUrl: `http://127.0.0.1:${filesPort}` }
  const environment = newEnvironment(addresses, new Date())
  const options = { run, version, environment, backup, logs: join(stateDir, 'logs'), ports: { postgres: postgresPort } }
  const stop = async (): Promise<void> => {
    say('Removing the containers')
    await removeAll(`pacioli.run=${run}`)
  }
  try {
    const system = await startSystem({ ...options, say })
    place.system = { system, options }
    return { shared: await sharedStackOf(system, stateDir, baseUrl), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The same files and facts as of a stack on this machine. */
async function sharedStackOf(system: RunningSystem, stateDir: string, baseUrl: string) {
  const { environment, postgres, replicas } = system
  const write = (file: string, content: unknown): void =>
    writeFileSync(join(stateDir, file), typeof content === 'string' ? content : JSON.stringify(content), {
      mode: 0o600,
    })
  const secrets = secretsOf(environment)
  const postgresAdminUrl = `postgres://postgres:${environment.POSTGRES_PASSWORD}@127.0.0.1:${postgres.port}/postgres`
  write('secrets.json', secrets)
  write('postgres.password', environment.POSTGRES_PASSWORD)
  const grpc = grpcAddresses(system)
  write(OPERATOR_FILE, operatorEnvironment(system))
  // The operator's command is in the image of the service.
  const ledger = replicas.find(({ service }) => service === 'ledger-svc')?.containerId ?? ''
  const created = await docker(
    'exec',
    ledger,
    'node',
    'apps/ledger-svc/src/clients.ts',
    'create',
    '--name',
    'demo',
    '--json',
  )
  const { client_id, client_secret } = JSON.parse(created) as { client_id: string; client_secret: string }
  const client = { client_id, client_secret }
  write('demo-client.json', client)
  const dev = {
    ...{ base_url: baseUrl, token: devToken(baseUrl, client, secrets), ...client },
    business_id: await demoBusiness(stateDir, baseUrl, client),
  }
  write('dev.json', dev)
  const providers = { oauthServerUrl: '', quickbooksUrl: '', returnUrl: '' }
  const opsUrls = Object.fromEntries(
    replicas.toReversed().map(({ service, ports }) => [service, `http://127.0.0.1:${ports.ops}`]),
  ) as SharedStack['opsUrls']
  return { stateDir, dev, postgresAdminUrl, natsUrl: '', opsUrls, ...grpc, providers }
}

function secretsOf(environment: Record<string, string>): Secrets {
  const listed = <T>(name: string): T => {
    const [first] = JSON.parse(environment[name] ?? '[]') as T[]
    if (!first) throw new Error(`${name} is an empty list.`)
    return first
  }
  return {
    signingKey: listed<Secrets['signingKey']>('GATEWAY_SIGNING_KEYS'),
    cursorKey: environment.CURSOR_KEY ?? '',
    masterKey: listed<{ key: string }>('LEDGER_MASTER_KEYS').key,
    reportingMasterKey: listed<{ key: string }>('REPORTING_MASTER_KEYS').key,
    // There are no files on disk; what takes the place of this key is that of the bucket.
    filesKey: environment.S3_SECRET_KEY ?? '',
    passwords: Object.fromEntries(ROLES.map((role) => [role, environment[`${role.toUpperCase()}_PASSWORD`] ?? ''])),
  }
}
