/** The package as its users install it: packed, and put into a folder of theirs. */
import { execFile, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { json, refusal, startService, type Service } from './testing/service.test-helpers.ts'

const CLIENT = join(import.meta.dirname, '..')
const ROOT = join(CLIENT, '..', '..')
/** What it needs at run time, with what that needs. */
const DEPENDENCIES = ['openapi-fetch', 'openapi-typescript-helpers', 'standardwebhooks', '@stablelib', 'fast-sha256']

let folder: string
let user: string
let service: Service

/** @throws Error with what it printed */
function run(cwd: string, program: string, ...args: string[]): void {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}: ${stdout}${stderr}`)
}

/** The sources as a checkout has them, so that packing changes nothing here. */
function checkout(): string {
  const copy = join(folder, 'libs', 'client')
  const isOurs = (path: string): boolean => !['node_modules', 'dist', 'generated'].some((name) => path.endsWith(name))
  cpSync(CLIENT, copy, { recursive: true, filter: isOurs })
  cpSync(join(ROOT, 'tsconfig.json'), join(folder, 'tsconfig.json'))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  symlinkSync(join(CLIENT, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

beforeAll(async () => {
  service = await startService()
  folder = mkdtempSync(join(tmpdir(), 'pacioli-client-'))
  const copy = checkout()
  const manifest = readFileSync(join(copy, 'package.json'), 'utf8')
  run(copy, 'npm', 'pack', '--silent')
  expect(readFileSync(join(copy, 'package.json'), 'utf8')).toBe(manifest)
  user = join(folder, 'user')
  const installed = join(user, 'node_modules', '@pacioli', 'client')
  mkdirSync(installed, { recursive: true })
  run(installed, 'tar', '-xzf', join(copy, 'pacioli-client-0.1.0.tgz'), '--strip-components=1')
  for (const name of DEPENDENCIES) symlinkSync(join(ROOT, 'node_modules', name), join(user, 'node_modules', name))
  writeFileSync(join(user, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(user, 'program.ts'), program.replace('BASE_URL', service.url))
}, 120_000)

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await service.close()
})

const program = `
import { PacioliClient, PacioliError, type ErrorEnum } from '@pacioli/client'
import { verifyWebhook, WebhookError } from '@pacioli/client/webhooks'

const closed: ErrorEnum = 'PeriodClosed'
// @ts-expect-error no error is called this
const wrong: ErrorEnum = 'NoSuchError'
const client = new PacioliClient({ baseUrl: 'BASE_URL', token: 'token' })
const { body } = await client.POST('/v1/businesses', { body: { legal_name: 'Café' } })
const id: string = body.data.id
// @ts-expect-error no business has this
body.data.nothing
// @ts-expect-error this is no list
const unlisted = () => client.pages('/healthz')
// @ts-expect-error this list has no pages
const whole = () => client.pages('/v1/businesses/{businessId}/external-accounts', { params: { path: { businessId: id } } })
// @ts-expect-error a name must be given
const nameless = () => client.POST('/v1/businesses', { body: {} })
const refused: unknown[] = []
try {
  for await (const invoice of client.pages('/v1/businesses/{businessId}/invoices', { params: { path: { businessId: id } } })) {
    const total: number = invoice.total_amount
    // @ts-expect-error no invoice has this
    invoice.nothing
  }
} catch (error) {
  if (error instanceof PacioliError && error.errorEnum === 'BusinessNotFound') refused.push(error.errorEnum)
}
try {
  verifyWebhook('{}', {}, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
} catch (error) {
  refused.push(error instanceof WebhookError)
}
declare const console: { log: (text: string) => void }
console.log(JSON.stringify([id, closed, wrong, typeof nameless, typeof unlisted, typeof whole, ...refused]))
`

test('it holds what was compiled, its types, a readme and a licence, and no tests', () => {
  const installed = join(user, 'node_modules', '@pacioli', 'client')
  const files = readdirSync(installed, { recursive: true, encoding: 'utf8' })
  expect(files.filter((file) => !file.startsWith('dist')).sort()).toEqual(['LICENSE', 'README.md', 'package.json'])
  expect(files).toEqual(expect.arrayContaining(['dist/index.js', 'dist/index.d.ts', 'dist/generated/schema.d.ts']))
  expect(files.filter((file) => file.includes('test'))).toEqual([])
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining(['private']))
  expect(manifest).toMatchObject({
    name: '@pacioli/client',
    license: 'Apache-2.0',
    exports: { './webhooks': { types: './dist/webhooks.d.ts', default: './dist/webhooks.js' } },
    dependencies: { 'openapi-fetch': expect.any(String), standardwebhooks: expect.any(String) },
  })
  expect(manifest).not.toHaveProperty('scripts')
})

test('a program of its user has the types of the API, for browsers and in Node, where it runs', async () => {
  const options = { strict: true, target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable'], types: [] }
  writeFileSync(join(user, 'tsconfig.json'), JSON.stringify({ files: ['program.ts'], compilerOptions: options }))
  const tsc = join(ROOT, 'node_modules', '.bin', 'tsc')
  run(user, tsc, '--noEmit', '--module', 'esnext', '--moduleResolution', 'bundler')
  run(user, tsc, '--module', 'nodenext')
  service.replies(json(201, { data: { id: 'b-1' } }), refusal(404, 'BusinessNotFound'))
  const { stdout } = await promisify(execFile)(process.execPath, ['program.js'], { cwd: user })
  expect(JSON.parse(stdout)).toEqual([
    'b-1',
    'PeriodClosed',
    'NoSuchError',
    ...Array(3).fill('function'),
    'BusinessNotFound',
    true,
  ])
}, 60_000)

test('a bundle for browsers needs nothing of Node, and nothing else besides', async () => {
  const warnings: unknown[] = []
  const onLog = (_level: unknown, log: unknown): void => void warnings.push(log)
  const bundled = await rolldown({ input: join(user, 'program.ts'), platform: 'browser', cwd: user, onLog })
  const { output } = await bundled.generate({ format: 'esm', minify: true })
  await bundled.close()
  expect(warnings).toEqual([])
  const [{ code, imports, dynamicImports }, ...others] = output
  expect([imports, dynamicImports, others]).toEqual([[], [], []])
  expect(/["'`]node:/.exec(code)).toBeNull()
  expect(code.length).toBeLessThan(40_000)
}, 60_000)
