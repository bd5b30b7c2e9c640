import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { envFileOf, makeDevSecrets } from './dev-secrets.ts'

const folder = mkdtempSync(join(tmpdir(), 'pacioli-secrets-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const write = (...args: string[]): string =>
  execFileSync(process.execPath, [join(import.meta.dirname, 'write-secrets.ts'), ...args], { encoding: 'utf8' })

const contents = (directory: string): Record<string, string> =>
  Object.fromEntries(readdirSync(directory).map((file) => [file, readFileSync(join(directory, file), 'utf8')]))

test(
  'the command writes files that their owner alone may read, and leaves them as they are when it runs again',
  { timeout: 30_000 },
  () => {
    const directory = join(folder, 'secrets')
    expect(write('--directory', directory)).toContain(`Wrote the secrets of overlays/dev to ${directory}`)
    const first = contents(directory)
    expect(Object.keys(first)).toHaveLength(11)
    for (const file of readdirSync(directory)) expect(statSync(join(directory, file)).mode & 0o777).toBe(0o600)
    expect(write('--directory', directory)).toContain('stays as it is')
    expect(contents(directory)).toEqual(first)
  },
)

test('--help says what it does', { timeout: 30_000 }, () => {
  expect(write('--help')).toContain('Makes new secrets for a cluster of overlays/dev')
})

test('no two secrets are alike, and no two clusters have one in common', () => {
  const valuesOf = (): string[] => Object.values(makeDevSecrets()).flatMap((settings) => Object.values(settings))
  const [once, again] = [valuesOf(), valuesOf()]
  expect(once.filter((value) => again.includes(value))).toEqual([])
})

test('the stores have the secrets that the services use', () => {
  const { files, postgres, ...services } = makeDevSecrets()
  expect([services['reporting-svc']?.S3_ACCESS_KEY, services['reporting-svc']?.S3_SECRET_KEY]).toEqual([
    files?.ROOT_ACCESS_KEY_ID,
    files?.ROOT_SECRET_ACCESS_KEY,
  ])
  for (const name of ['ledger', 'banking', 'billing', 'reporting']) {
    const admin = new URL(services[`${name}-svc-migrate`]?.[`${name.toUpperCase()}_ADMIN_DATABASE_URL`] ?? '')
    expect([admin.username, admin.password, admin.host]).toEqual([
      'postgres',
      postgres?.POSTGRES_PASSWORD,
      'postgres:5432',
    ])
    const app = new URL(services[`${name}-svc`]?.[`${name.toUpperCase()}_DATABASE_URL`] ?? '')
    expect([app.username, app.host, app.pathname]).toEqual([`${name}_app`, 'postgres:5432', `/${name}`])
  }
})

test('a value in an env file is all that follows the first equals sign', () => {
  expect(envFileOf({ A: 'b=c"d"', E: '' })).toBe('A=b=c"d"\nE=\n')
})
