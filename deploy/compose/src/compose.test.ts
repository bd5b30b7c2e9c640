import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { IMAGES } from '@pacioli/images'
import { complaintsOf } from '@pacioli/testing/settings-reader'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { NATS_FILE, PATRONI_FILE, readComposeFile, variablesOf } from './compose-file.ts'
import { newEnvironment } from './environment.ts'

const REPOSITORY = join(import.meta.dirname, '..', '..', '..')
const addresses = {
  gatewayPort: 8080,
  filesPort: 7070,
  gatewayUrl: 'http://127.0.0.1:8080',
  filesUrl: 'http://127.0.0.1:7070',
}
const environment = newEnvironment(addresses, new Date('2026-11-23'))
const file = readComposeFile(environment)
const services = Object.entries(file.services)
const ours = services.filter(([, { image }]) => image.startsWith('pacioli/'))
const longLived = services.filter(([, { restart }]) => restart !== 'no')

/** The defaults of an image, from its Dockerfile. */
function imageDefaults(): Record<string, string> {
  const dockerfile = readFileSync(join(REPOSITORY, 'deploy', 'images', 'Dockerfile'), 'utf8')
  const [, block = ''] = /^ENV ((?:.*\\\n)*.*)$/m.exec(dockerfile) ?? []
  return Object.fromEntries([...block.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]))
}

describe('every service of the compose file', () => {
  test.each(services)('%s has no privilege it could do without', (_name, service) => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    })
    for (const more of ['cap_add', 'privileged', 'pid', 'ipc', 'network_mode', 'devices', 'extra_hosts'])
      expect(service).not.toHaveProperty(more)
    // Named volumes only: no path of the machine, least of all the socket of its container engine.
    for (const volume of service.volumes ?? []) expect(Object.keys(file.volumes)).toContain(volume.split(':')[0])
  })

  test.each(longLived)('%s is restarted, and has a health check', (name, { restart, healthcheck, image }) => {
    expect(restart).toBe('unless-stopped')
    expect(healthcheck?.disable ?? false).toBe(false)
    // Ours have theirs in the image; that of NATS contains no program for it.
    if (!image.startsWith('pacioli/') && name !== 'nats') expect(healthcheck?.test?.length).toBeGreaterThan(1)
  })

  test.each(services)('%s has an explicit version', (_name, { image }) => {
    expect(image).toMatch(/:v?\d+(\.\d+)*$/)
  })
})

describe('of ours', () => {
  test.each(ours)('%s runs as an unprivileged user, and writes to memory alone', (_name, service) => {
    expect(service).toMatchObject({ user: '1000:1000', init: true, tmpfs: ['/tmp'] })
    expect(service.volumes).toBeUndefined()
  })

  test('each image is there once as a service, and each with a database is migrated before it starts', () => {
    const serving = ours.filter(([, { command }]) => command === undefined)
    expect(serving.map(([name]) => name).sort()).toEqual([...IMAGES].sort())
    for (const [name, { depends_on, image, build }] of serving) {
      expect([image.split(/[/:]/)[1], build?.args.SERVICE]).toEqual([name, name])
      if (name === 'gateway') continue
      const migrations = name.replace('-svc', '-migrations')
      expect(depends_on?.[migrations]).toEqual({ condition: 'service_completed_successfully' })
      expect(file.services[migrations]).toMatchObject({
        image,
        restart: 'no',
        command: ['node', `apps/${name}/src/migrate.ts`],
        depends_on: { postgres: { condition: 'service_healthy' } },
      })
    }
  })

  test('only migrations know the superuser', () => {
    for (const [name, service] of services) {
      const isTold = JSON.stringify(service).includes(environment.POSTGRES_PASSWORD ?? 'missing')
      expect([name, isTold]).toEqual([name, name === 'postgres' || name.endsWith('-migrations')])
    }
  })

  test('exported files are in a bucket, which is made first', () => {
    expect(file.services['reporting-svc']?.environment).toMatchObject({
      FILE_STORE: 's3',
      S3_ENDPOINT: 'http://s3:7070',
    })
    expect(file.services['reporting-svc']?.depends_on).toMatchObject({
      's3-bucket': { condition: 'service_completed_successfully' },
    })
  })

  const READERS: [service: string, program: string, reader: string][] = [
    ['gateway', 'gateway', 'readConfig'],
    ['ledger-svc', 'ledger-svc', 'readConfig'],
    ['banking-svc', 'banking-svc', 'readConfig'],
    ['billing-svc', 'billing-svc', 'readConfig'],
    ['reporting-svc', 'reporting-svc', 'serviceConfig'],
    ['ledger-migrations', 'ledger-svc', 'migrationUrls'],
    ['banking-migrations', 'banking-svc', 'migrationUrls'],
    ['billing-migrations', 'billing-svc', 'migrationUrls'],
    ['reporting-migrations', 'reporting-svc', 'migrationConfig'],
    ['s3-bucket', 'reporting-svc', 'fileStoreConfig'],
  ]

  test('these are all there are', () =>
    expect(READERS.map(([name]) => name).sort()).toEqual(ours.map(([name]) => name).sort()))

  test('each gets all the settings it needs from the file and its image alone', { timeout: 60_000 }, () => {
    const complaintsWith = (envOf: (service: string) => Record<string, string>) => {
      const readings = READERS.map(([service, app, reader]) => ({ app, reader, env: envOf(service) }))
      return complaintsOf(readings).map((complaint, index) => [READERS[index]?.[0], complaint])
    }
    const settings = complaintsWith((service) => ({ ...imageDefaults(), ...file.services[service]?.environment }))
    expect(settings).toEqual(READERS.map(([service]) => [service, '']))
    const untold = complaintsWith(imageDefaults)
    expect(untold).toEqual(READERS.map(([service]) => [service, expect.stringContaining('is not set')]))
  })

  test('each listens for the others, with the ports that the others look for', () => {
    expect(imageDefaults()).toMatchObject({
      HOST: '0.0.0.0',
      GRPC_PORT: '50051',
      OPS_PORT: '9080',
      GATEWAY_PORT: '8080',
    })
    for (const [, { environment: settings = {} }] of ours)
      for (const [name, target] of Object.entries(settings).filter(([setting]) => setting.endsWith('_GRPC_URL')))
        expect([name, target]).toEqual([name, `${name.slice(0, -'_GRPC_URL'.length).toLowerCase()}-svc:50051`])
  })
})

describe('with databases that fail over', () => {
  const servers = { POSTGRES_SERVERS: 'postgres:5432,postgres-2:5432' }
  const over = readComposeFile(environment, PATRONI_FILE)

  test('every URL of a database leads to both servers', () => {
    const { services: led } = readComposeFile({ ...environment, ...servers })
    const urls = Object.values(led).flatMap((service) =>
      Object.entries(service.environment ?? {}).filter(([name]) => name.endsWith('_DATABASE_URL')),
    )
    expect(urls).toHaveLength(4 * 2 + 4 * 3)
    for (const [name, url] of urls)
      expect([name, url]).toEqual([name, expect.stringContaining('@postgres:5432,postgres-2:5432/')])
  })

  test('the servers and etcd have no privilege they could do without, and stay on the network that leads nowhere', () => {
    expect(Object.keys(over.services).sort()).toEqual(['etcd', 'postgres', 'postgres-2'])
    for (const service of Object.values(over.services)) {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        restart: 'unless-stopped',
        networks: ['back'],
      })
      expect(service.image).toMatch(/:v?\d+(\.\d+)*$/)
      for (const more of ['cap_add', 'privileged', 'ports']) expect(service).not.toHaveProperty(more)
    }
  })

  test('each server has a name, addresses and data of its own, and they agree about the rest', () => {
    const [one = {}, two = {}] = ['postgres', 'postgres-2'].map((name) => over.services[name]?.environment)
    const own = Object.keys(one).filter((name) => one[name] !== two[name])
    expect(own.sort()).toEqual([
      'PATRONI_NAME',
      'PATRONI_POSTGRESQL_CONNECT_ADDRESS',
      'PATRONI_RESTAPI_CONNECT_ADDRESS',
    ])
    expect(over.services['postgres-2']?.volumes).toEqual([
      'postgres-2:/var/lib/postgresql',
      'postgres-2-socket:/var/run/postgresql',
    ])
    expect(parse(readFileSync(join(PATRONI_FILE, '..', 'patroni', 'patroni.yaml'), 'utf8'))).toMatchObject({
      bootstrap: { dcs: { synchronous_mode: true, postgresql: { use_pg_rewind: true } } },
      postgresql: { data_dir: expect.stringMatching(/^\/var\/lib\/postgresql\//) as string },
    })
  })
})

describe('with a broker of three', () => {
  const NAMES = ['nats-1', 'nats-2', 'nats-3']
  const NATS_SERVERS = NAMES.map((name) => `nats://${name}:4222`).join()
  const broker = readComposeFile(environment, NATS_FILE)

  test('every service that takes events knows all servers, and keeps the stream on all of them', () => {
    const { services: led } = readComposeFile({ ...environment, NATS_SERVERS, NATS_STREAM_REPLICAS: '3' })
    const connected = Object.values(led).flatMap(({ environment: settings = {} }) =>
      settings.NATS_URL === undefined ? [] : [settings],
    )
    expect(connected).toHaveLength(IMAGES.length)
    for (const settings of connected)
      expect(settings).toMatchObject({ NATS_URL: NATS_SERVERS, NATS_STREAM_REPLICAS: '3' })
  })

  test('the README says so', () => {
    const readme = readFileSync(join(NATS_FILE, '..', 'README.md'), 'utf8')
    expect(readme).toContain(`NATS_SERVERS=${NATS_SERVERS}`)
    expect(readme).toContain('NATS_STREAM_REPLICAS=3')
  })

  test('the servers have no privilege they could do without, and stay on the network that leads nowhere', () => {
    expect(Object.keys(broker.services).sort()).toEqual(NAMES)
    for (const [name, service] of Object.entries(broker.services)) {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        restart: 'unless-stopped',
        networks: ['back'],
        image: file.services.nats?.image,
        volumes: [`${name}:/data`],
      })
      for (const more of ['cap_add', 'privileged', 'ports']) expect(service).not.toHaveProperty(more)
    }
    expect(Object.keys(broker.volumes).sort()).toEqual(NAMES)
  })

  test('each server has a name of its own, and they agree about the rest, with a route to each', () => {
    for (const [name, { command = [] }] of Object.entries(broker.services)) {
      expect(command).toContain(`--name=${name}`)
      expect(command).toContain(`--routes=${NAMES.map((one) => `nats://${one}:6222`).join()}`)
      const ofAll = (all: readonly string[] = []) => all.filter((argument) => !argument.startsWith('--name='))
      expect(ofAll(command)).toEqual(ofAll(broker.services['nats-1']?.command))
    }
  })
})

describe('networks', () => {
  test('nothing but the gateway and the file store is published, on loopback alone', () => {
    const published = services.flatMap(([name, { ports = [] }]) => ports.map((port) => `${name} ${port}`))
    expect(published.sort()).toEqual(['gateway 127.0.0.1:8080:8080', 's3 127.0.0.1:7070:7070'])
  })

  test('a service on more than the internal network has a reason', () => {
    expect(file.networks.back).toEqual({ internal: true })
    const more = services.filter(([, { networks }]) => networks?.join() !== 'back')
    expect(Object.fromEntries(more.map(([name, { networks }]) => [name, networks]))).toEqual({
      s3: ['back', 'front'],
      gateway: ['back', 'front'],
      'ledger-svc': ['back', 'outside'],
      'reporting-svc': ['back', 'outside'],
    })
  })
})

describe('the environment', () => {
  test('is all that the file asks for, and nothing else', () => {
    const optional = [
      'ACCOUNTING_PROVIDERS',
      'GATEWAY_TRUST_PROXY',
      'NATS_SERVERS',
      'SEAL_ORIGIN',
      'SEAL_WITNESSES',
      'NATS_STREAM_REPLICAS',
      'PACIOLI_VERSION',
      'POSTGRES_SERVERS',
    ]
    expect(variablesOf()).toEqual([...Object.keys(environment), ...optional].sort())
  })

  test('without one of its values the file says what to do', () => {
    for (const name of Object.keys(environment))
      expect(() => readComposeFile({ ...environment, [name]: '' })).toThrow(
        `${name} is missing, run npm run compose:env`,
      )
  })

  test('is another one each time', () => {
    const other = newEnvironment(addresses, new Date('2026-11-23'))
    const same = Object.keys(environment).filter((name) => environment[name] === other[name])
    expect(same).toEqual(['GATEWAY_PORT', 'GATEWAY_BASE_URL', 'FILES_PORT', 'S3_PUBLIC_ENDPOINT'])
  })
})
