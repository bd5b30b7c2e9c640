import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { baseImage, IMAGES } from './images.ts'

const REPOSITORY = join(import.meta.dirname, '..', '..', '..')
const textOf = (...path: string[]): string => readFileSync(join(REPOSITORY, ...path), 'utf8')
const dockerfile = textOf('deploy', 'images', 'Dockerfile')

test('there is an image of every app', () => {
  expect([...IMAGES].sort()).toEqual(readdirSync(join(REPOSITORY, 'apps')).sort())
})

test('any builder of Dockerfiles will do: nothing needs BuildKit', () => {
  expect(dockerfile).not.toMatch(/^# *syntax=/im)
  expect(dockerfile).not.toMatch(/--mount|<<|--link|--chmod|^(COPY|ADD) .*--parents/m)
})

test('every stage begins with the one base, or with a stage before it', () => {
  const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base)
  expect(new Set(bases)).toEqual(new Set(['${NODE_IMAGE}', 'dependencies']))
  expect(bases.at(-1)).toBe('${NODE_IMAGE}')
  // Nothing but an argument before the first stage holds for all of them.
  expect(dockerfile.slice(0, dockerfile.indexOf('FROM '))).toContain(`\nARG NODE_IMAGE=${baseImage()}\n`)
})

test('the base is named by its digest, and has the Node that tests run with', () => {
  const { node } = (JSON.parse(textOf('package.json')) as { devDependencies: { node: string } }).devDependencies
  const [name, digest] = baseImage().split('@')
  expect([name, digest]).toEqual([`node:${node}-bookworm-slim`, expect.stringMatching(/^sha256:[0-9a-f]{64}$/)])
})

test('Node is the first process, as a user in numbers', () => {
  expect(dockerfile).toMatch(/^CMD \["node", "service\/src\/main\.ts"\]$/m)
  expect(dockerfile).not.toMatch(/^ENTRYPOINT/m)
  expect(dockerfile).toMatch(/^USER 1000:1000$/m)
})

test('Node is run as npm start runs it', () => {
  const [, flags = ''] = /^const RUNTIME = \[(.*)\]$/m.exec(textOf('libs', 'dev-stack', 'src', 'node-service.ts')) ?? []
  expect(flags).not.toBe('')
  expect(dockerfile).toContain(`NODE_OPTIONS=${flags.replaceAll(/['",]/g, '')} `)
})

test('an unknown service is refused before anything is built', () => {
  const program = join(import.meta.dirname, 'build-images.ts')
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, '--service', 'ledger'], { encoding: 'utf8' })
  expect([status, stdout, stderr]).toEqual([1, '', expect.stringContaining('Expected one of gateway, ledger-svc')])
}, 60_000)
