import type { IConfigMap, ISecret, IService } from 'kubernetes-models/v1'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { complaintsOf } from '@pacioli/testing/settings-reader'
import { describe, expect, test } from 'vitest'
import { makeDevSecrets } from './dev-secrets.ts'
import { containersOf, describe as nameOf, ofKind, workloadsOf, type Manifest, type Workload } from './manifests.ts'
import { rendered } from './variants.test-helpers.ts'
import { VARIANTS } from './variants.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')

/** The reader of settings of each program. */
const READERS: Record<string, string> = {
  gateway: 'readConfig',
  'ledger-svc': 'readConfig',
  'banking-svc': 'readConfig',
  'billing-svc': 'readConfig',
  'reporting-svc': 'serviceConfig',
  'ledger-svc-migrate': 'migrationUrls',
  'banking-svc-migrate': 'migrationUrls',
  'billing-svc-migrate': 'migrationUrls',
  'reporting-svc-migrate': 'migrationConfig',
}

const OURS = VARIANTS.filter((name) => name.startsWith('overlays/') && !name.includes('components'))
const variant = rendered()
const secrets = makeDevSecrets()

type Reference = { setting: string; secret: string; key: string; optional: boolean }

const nameIn = ({ metadata }: Workload): string => metadata.labels?.['app.kubernetes.io/name'] ?? ''

/** Services and migrations; what else runs has its own ways. */
const programsOf = (manifests: readonly Manifest[]): Workload[] =>
  workloadsOf(manifests).filter((workload) => nameIn(workload) in READERS)

const referencesOf = (workload: Workload): Reference[] =>
  containersOf(workload).flatMap(({ env = [] }) =>
    env.flatMap(({ name, valueFrom }) => {
      const { name: secret = '', key, optional = false } = valueFrom?.secretKeyRef ?? {}
      return key === undefined ? [] : [{ setting: name, secret, key, optional }]
    }),
  )

/** What stands in the manifest itself: values, and the ConfigMaps that it names. */
function plainSettingsOf(workload: Workload, manifests: readonly Manifest[]): Record<string, string> {
  const maps = ofKind<IConfigMap>(manifests, 'ConfigMap')
  const found = containersOf(workload).flatMap(({ env = [], envFrom = [] }) => [
    ...envFrom.map(({ configMapRef }) => {
      const map = maps.find(({ metadata }) => metadata.name === configMapRef?.name)
      if (!map?.data) throw new Error(`Expected the ConfigMap ${configMapRef?.name} of ${nameOf(workload)}, got none`)
      return map.data
    }),
    Object.fromEntries(env.filter(({ value }) => value !== undefined).map(({ name, value }) => [name, value ?? ''])),
  ])
  return Object.assign({}, ...found) as Record<string, string>
}

const secretsOf = (workload: Workload): Record<string, string> =>
  Object.fromEntries(
    referencesOf(workload).flatMap(({ setting, secret, key }) => {
      const value = secrets[secret.replace(/-secrets$/, '')]?.[key]
      return value === undefined ? [] : [[setting, value]]
    }),
  )

describe.each(OURS)('%s', (name) => {
  test('every program reads what it is given, and lacks nothing', { timeout: 60_000 }, () => {
    const given = Object.entries(READERS).flatMap(([program, reader]) => {
      const workload = programsOf(variant(name)).find((one) => nameIn(one) === program)
      if (!workload) throw new Error(`Expected a workload called ${program}`)
      const env: Record<string, string> = { ...plainSettingsOf(workload, variant(name)), ...secretsOf(workload) }
      const needed = referencesOf(workload).filter(({ optional }) => !optional)
      return ['', ...needed.map(({ setting }) => setting)].map((without) => {
        const { [without]: _, ...rest } = env
        return { program, without, app: program.replace(/-migrate$/, ''), reader, env: rest }
      })
    })
    const complaints = complaintsOf(given)
    // No secret is required that nothing needs.
    const expected = given.map(({ program, without }) => [
      program,
      without,
      without === '' ? '' : expect.stringContaining(`${without} is not set`),
    ])
    expect(given.map(({ program, without }, index) => [program, without, complaints[index]])).toEqual(expected)
  })

  test('addresses of other services are those of headless Services with that port', () => {
    const services = ofKind<IService>(variant(name), 'Service')
    const addresses = programsOf(variant(name)).flatMap((workload) =>
      Object.entries(plainSettingsOf(workload, variant(name))).filter(([setting]) => setting.endsWith('_GRPC_URL')),
    )
    expect(addresses).toHaveLength(4 + 2 + 2 + 3)
    for (const [setting, address] of addresses) {
      const [host, port] = address.split(':')
      expect(host).toBe(`${setting.replace('_GRPC_URL', '').toLowerCase()}-svc`)
      const service = services.find(({ metadata }) => metadata.name === host)
      expect(service?.spec?.ports).toContainEqual(expect.objectContaining({ port: Number(port), targetPort: 'grpc' }))
    }
  })

  test('ports that are listened on are the ones that the pod names', () => {
    for (const workload of ofKind(variant(name), 'Deployment') as Workload[]) {
      const settings = plainSettingsOf(workload, variant(name))
      const ports = Object.fromEntries(
        containersOf(workload).flatMap(({ ports = [] }) => ports.map((port) => [port.name ?? '', port.containerPort])),
      )
      const own =
        nameIn(workload) === 'gateway' ? { http: Number(settings.GATEWAY_PORT) } : { grpc: Number(settings.GRPC_PORT) }
      expect(ports).toEqual({ ...own, ops: Number(settings.OPS_PORT) })
      expect(settings.HOST).toBe('0.0.0.0')
    }
  })
})

describe.each(VARIANTS)('%s', (name) => {
  test('every setting is one that the code of its service knows', async () => {
    for (const workload of programsOf(variant(name))) {
      const config = join(ROOT, 'apps', nameIn(workload).replace(/-migrate$/, ''), 'src', 'config.ts')
      const { programs } = (await import(pathToFileURL(config).href)) as { programs: Record<string, object> }
      const known = new Set(Object.values(programs).flatMap((settings) => Object.keys(settings)))
      const given = [
        ...Object.keys(plainSettingsOf(workload, variant(name))),
        ...referencesOf(workload).map(({ setting }) => setting),
      ]
      // Those of tracing are read by the SDK.
      const unknown = given.filter(
        (setting) => !setting.startsWith('OTEL_') && setting !== 'NODE_EXTRA_CA_CERTS' && !known.has(setting),
      )
      expect([nameOf(workload), unknown]).toEqual([nameOf(workload), []])
    }
  })

  test('secrets come by reference alone', () => {
    for (const workload of workloadsOf(variant(name))) {
      const plain = plainSettingsOf(workload, variant(name))
      for (const [setting, value] of Object.entries(plain)) {
        const isSecret = /KEY|SECRET|PASSWORD|TOKEN|DATABASE_URL/.test(setting) && !/_FILE$/.test(setting)
        expect([nameOf(workload), setting, isSecret]).toEqual([nameOf(workload), setting, false])
        expect(value).not.toMatch(/:\/\/[^/]*@/)
      }
    }
  })

  test('only a migration gets the admin of its database, and no program gets the secrets of another', () => {
    for (const workload of workloadsOf(variant(name))) {
      const owner = nameIn(workload)
      for (const { setting, secret, key } of referencesOf(workload)) {
        // All services are one user to NATS, and migrations none.
        if (secret === 'nats-secrets' && !owner.endsWith('-migrate')) continue
        const allowed = owner.endsWith('-migrate') && !key.includes('_ADMIN_') ? owner.replace('-migrate', '') : owner
        expect([nameOf(workload), setting, secret]).toEqual([nameOf(workload), setting, `${allowed}-secrets`])
      }
      expect(
        containersOf(workload).flatMap(({ envFrom = [] }) => envFrom.filter(({ secretRef }) => secretRef)),
      ).toEqual([])
    }
  })
})

test('overlays/dev has every secret that is referred to, and no others', () => {
  const manifests = variant('overlays/dev')
  const made = ofKind<ISecret>(manifests, 'Secret').flatMap(({ metadata, data = {} }) =>
    Object.keys(data).map((key) => `${metadata.name} ${key}`),
  )
  const needed = workloadsOf(manifests)
    .flatMap(referencesOf)
    .filter(({ optional }) => !optional)
    .map(({ secret, key }) => `${secret} ${key}`)
  expect(made.toSorted()).toEqual([...new Set(needed)].toSorted())
})

test('no other variant has a Secret in it', () => {
  for (const name of VARIANTS.filter((one) => !one.includes('dev'))) expect(ofKind(variant(name), 'Secret')).toEqual([])
})

test('README.md lists every secret that production refers to, and no others', () => {
  const readme = readFileSync(join(import.meta.dirname, '..', 'README.md'), 'utf8')
  const rows = [...readme.matchAll(/^\| `([a-z-]+-secrets)` +\| (.*?) *\|/gm)]
  const listed = rows.flatMap(([, secret, keys = '']) =>
    [...keys.matchAll(/`([A-Z0-9_]+)`/g)].map(([, key]) => `${secret} ${key}`),
  )
  const referred = workloadsOf(variant('overlays/production'))
    .flatMap(referencesOf)
    .map(({ secret, key }) => `${secret} ${key}`)
  expect(listed.toSorted()).toEqual([...new Set(referred)].toSorted())
})
