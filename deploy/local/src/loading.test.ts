import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const APPS = join(import.meta.dirname, '..', '..', '..', 'apps')
const DATABASE = ['banking-svc', 'billing-svc', 'ledger-svc', 'reporting-svc']

/** Imports that load: types alone do not, and `import('…')` does later, if at all. */
const STATIC = /^(?:import|export) (?!type )(?:[^'"]*? from )?'([^']+)'/gms

/** The packages of others that our modules import, however deep, as soon as this one starts. */
function loadedBy(program: string): string[] {
  const packages = new Set<string>()
  const modules = new Set([join(APPS, program)])
  for (const file of modules)
    for (const [, imported = ''] of readFileSync(file, 'utf8').matchAll(STATIC)) {
      if (/^(\.|@pacioli\/)/.test(imported)) modules.add(createRequire(file).resolve(imported))
      else if (!imported.startsWith('node:')) packages.add(/^(@[^/]+\/)?[^/]+/.exec(imported)?.[0] ?? '')
    }
  return [...packages]
}

test.each(DATABASE)('%s serves without what migrates, writes workbooks or speaks S3', (service) => {
  const loaded = loadedBy(`${service}/src/main.ts`)
  expect(loaded).toEqual(expect.arrayContaining(['pg', 'nats', '@grpc/grpc-js']))
  for (const seldom of ['umzug', 'exceljs', 'minio', '@grpc/proto-loader']) expect(loaded).not.toContain(seldom)
})

test('the gateway loads nothing of a database', () => {
  const loaded = loadedBy('gateway/src/main.ts')
  expect(loaded).toEqual(expect.arrayContaining(['fastify', 'nats', '@grpc/grpc-js']))
  for (const ofDatabases of ['pg', 'umzug']) expect(loaded).not.toContain(ofDatabases)
})

test.each(DATABASE)('what migrates the database of %s loads nothing of a service', (service) => {
  expect(loadedBy(`${service}/src/migrate.ts`).sort()).toEqual(['envalid', 'pg', 'umzug'])
})
