import { expect, test } from 'vitest'
import { launchOf, migrationsOf, operatorEnv, ROLES, SERVICES, type StackEnvironment } from './topology.ts'

const around = {
  appsDir: '/apps',
  filesDir: '/files',
  postgresAdminUrl: 'postgres://postgres@127.0.0.1:1/postgres',
  natsUrl: 'nats://127.0.0.1:2',
  baseUrl: 'http://127.0.0.1:3',
  secrets: {
    passwords: Object.fromEntries(ROLES.map((role) => [role, `of-${role}`])),
    cursorKey: 'c',
    masterKey: 'm',
    filesKey: 'f',
  },
  grpc: { 'ledger-svc': 'h:11', 'banking-svc': 'h:12', 'billing-svc': 'h:13', 'reporting-svc': 'h:14' },
} as unknown as StackEnvironment

const envOf = (service: (typeof SERVICES)[number]) => launchOf(service, { main: 4, ops: 5, files: 6 }, around).env

test('each service gets the addresses of those it calls; banking and billing call each other', () => {
  const asked = { LEDGER_GRPC_URL: 'h:11', BANKING_GRPC_URL: 'h:12', BILLING_GRPC_URL: 'h:13' }
  expect(envOf('banking-svc')).toMatchObject({ LEDGER_GRPC_URL: 'h:11', BILLING_GRPC_URL: 'h:13' })
  expect(envOf('billing-svc')).toMatchObject({ LEDGER_GRPC_URL: 'h:11', BANKING_GRPC_URL: 'h:12' })
  expect(envOf('reporting-svc')).toMatchObject(asked)
  expect(envOf('gateway')).toMatchObject({ ...asked, REPORTING_GRPC_URL: 'h:14' })
  expect(operatorEnv(around)).toMatchObject(asked)
})

test('every service but the gateway has a database and its own roles; only migrations get the superuser', () => {
  for (const database of ['ledger', 'banking', 'billing', 'reporting'] as const) {
    const env = envOf(`${database}-svc`)
    for (const [variable, role] of [
      [`${database.toUpperCase()}_DATABASE_URL`, `${database}_app`],
      [`${database.toUpperCase()}_RELAY_DATABASE_URL`, `${database}_relay`],
    ] as const) {
      expect(ROLES).toContain(role)
      expect(env[variable]).toBe(`postgres://${role}:of-${role}@127.0.0.1:1/${database}`)
      expect(operatorEnv(around)[variable]).toBe(env[variable])
    }
    expect(JSON.stringify(env)).not.toContain(around.postgresAdminUrl)
  }
  expect(Object.keys(envOf('gateway')).filter((name) => name.includes('DATABASE'))).toEqual([])
  const migrations = migrationsOf(SERVICES, around)
  expect(migrations.map(({ service }) => service)).toEqual(SERVICES.filter((service) => service !== 'gateway'))
  for (const { env } of migrations) expect(Object.values(env)).toContain(around.postgresAdminUrl)
})

test('reporting-svc alone stores files, and gets the address where it serves them', () => {
  expect(envOf('reporting-svc')).toMatchObject({
    FILE_STORE: 'disk',
    FILES_DIR: '/files',
    FILES_PORT: '6',
    FILES_BASE_URL: 'http://127.0.0.1:6',
    FILES_SIGNING_KEY: 'f',
  })
  for (const service of SERVICES.filter((name) => name !== 'reporting-svc'))
    expect(Object.keys(envOf(service)).filter((name) => name.startsWith('FILE'))).toEqual([])
})
