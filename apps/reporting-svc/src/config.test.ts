import { readConfig, type ConfigSpecs } from '@pacioli/service/configuration'
import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { fileStore, programs } from './config.ts'
import { fileOptionsOf } from './documents/file-options.ts'

const bytes = randomBytes(32)
const key = bytes.toString('base64')
const disk = {
  FILE_STORE: 'disk',
  FILES_DIR: '/files',
  FILES_PORT: '7105',
  FILES_BASE_URL: 'https://files.example/exports/',
  FILES_SIGNING_KEY: key,
}
const s3 = {
  FILE_STORE: 's3',
  S3_ENDPOINT: 'http://minio:9000',
  S3_REGION: 'eu-central-1',
  S3_BUCKET: 'documents',
  S3_ACCESS_KEY: 'id',
  S3_SECRET_KEY: 'hunter2-hunter2',
}

const optionsOf = (env: Record<string, string>) => fileOptionsOf(readConfig(fileStore, env))
const without = ({ ...env }: Record<string, string>, name: string) => ({ ...env, [name]: '' })
const problemsIn = (env: Record<string, string>, specs: ConfigSpecs = fileStore): string[] => {
  try {
    readConfig(specs, env)
    return []
  } catch (error) {
    return (error as { mistakes: string[] }).mistakes
  }
}

test.each([
  ['rebuild', ['REPORTING_DATABASE_URL', 'LEDGER_GRPC_URL', 'BANKING_GRPC_URL', 'BILLING_GRPC_URL']],
  [
    'parked-events',
    [
      ...['REPORTING_DATABASE_URL', 'REPORTING_RELAY_DATABASE_URL'],
      ...['LEDGER_GRPC_URL', 'BANKING_GRPC_URL', 'BILLING_GRPC_URL'],
    ],
  ],
  ['keys-rotate', ['REPORTING_RELAY_DATABASE_URL', 'REPORTING_MASTER_KEYS']],
  ['migrate', ['REPORTING_DATABASE_URL', 'REPORTING_RELAY_DATABASE_URL', 'REPORTING_ADMIN_DATABASE_URL']],
] as const)('%s names each variable that it is not given', (program, names) => {
  const missing = (name: string): unknown => expect.stringMatching(`^${name} is not set`)
  expect(problemsIn({}, programs[program])).toEqual(expect.arrayContaining(names.map(missing)))
  expect(problemsIn({}, programs[program])).toHaveLength(names.length)
})

describe('the file store', () => {
  test('on disk needs no S3 settings, and keeps files for a day', () =>
    expect(optionsOf(disk)).toEqual({
      kind: 'disk',
      keepHours: 24,
      directory: '/files',
      port: 7105,
      baseUrl: 'https://files.example/exports',
      signingKey: bytes,
    }))

  test('on S3 needs no disk settings; callers use the same endpoint by default', () => {
    const expected = { kind: 's3', endpoint: 'http://minio:9000', publicEndpoint: 'http://minio:9000', pathStyle: true }
    expect(optionsOf(s3)).toMatchObject(expected)
    const elsewhere = { S3_PUBLIC_ENDPOINT: 'https://files.example', S3_PATH_STYLE: 'false', EXPORTS_KEEP_HOURS: '1' }
    expect(optionsOf({ ...s3, ...elsewhere })).toMatchObject({
      publicEndpoint: 'https://files.example',
      pathStyle: false,
      keepHours: 1,
    })
  })

  test.each([disk, s3].flatMap((env) => Object.keys(env).map((name) => [env.FILE_STORE, name, env] as const)))(
    'of %s is refused without %s, in one message',
    (_kind, name, env) =>
      expect(problemsIn(without(env, name))).toEqual([expect.stringMatching(`^${name} is not set`)]),
  )

  test.each([
    ['FILE_STORE', 'tape', 'expected disk or s3, got "tape"'],
    ['FILES_PORT', '70000', 'FILES_PORT'],
    ['FILES_BASE_URL', 'ftp://files', 'expected https://host'],
    ['FILES_SIGNING_KEY', 'c2hvcnQ=', 'expected 32 bytes in base64'],
    ['FILES_SIGNING_KEY', Buffer.alloc(32).toString('base64'), 'expected random bytes'],
    ['EXPORTS_KEEP_HOURS', '0', 'expected a whole number of hours from 1 on'],
    ['EXPORTS_KEEP_HOURS', '1.5', 'expected a whole number of hours from 1 on'],
  ])('is refused with %s=%s', (name, value, message) =>
    expect(problemsIn({ ...disk, [name]: value })).toEqual([expect.stringContaining(message)]),
  )

  test('names no secret in a refusal', () => {
    const message = problemsIn({ ...s3, S3_ENDPOINT: 'http://id:hunter2-hunter2@minio' }).join()
    expect([message.includes('S3_ENDPOINT'), message.includes('hunter2')]).toEqual([true, false])
  })
})
