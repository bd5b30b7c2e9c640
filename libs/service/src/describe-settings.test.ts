import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { makeValidator, requiredWith, secret } from './setting-kinds.ts'
import { describeSettings } from './describe-settings.ts'
import { base64Key, bool, port, str } from './validators.ts'

const names = makeValidator((given) => new Set(given.split(',')), {
  is: 'names, separated by commas',
  write: (all) => [...all].join(','),
})

test('a setting says its kind, what holds without it, what it means, and whether it is a secret', () => {
  const specs = {
    PORT: port({ desc: 'where it listens', example: '7105' }),
    KEY: base64Key({ desc: 'signs' }),
    PASSWORD: secret(str({ desc: 'opens', default: undefined })),
    LOUD: bool({ default: false, desc: 'says more', docs: 'MORE.md' }),
    NAMES: names({ default: new Set(['a', 'b']), desc: 'who' }),
    STORE: str({ choices: ['disk', 's3'], desc: 'where files are' }),
    BUCKET: str({ ...requiredWith('STORE', 's3'), desc: 'the bucket' }),
  }
  expect(describeSettings(specs).map(({ name, kind, unset, isSecret }) => [name, kind, unset, isSecret])).toEqual([
    ['PORT', 'a port', { required: 'required' }, false],
    ['KEY', '32 random bytes in base64', { required: 'required' }, true],
    ['PASSWORD', 'text', { default: undefined }, true],
    ['LOUD', 'true or false', { default: 'false' }, false],
    ['NAMES', 'names, separated by commas', { default: 'a,b' }, false],
    ['STORE', 'one of disk, s3', { required: 'required' }, false],
    ['BUCKET', 'text', { required: 'required with STORE=s3' }, false],
  ])
  expect(describeSettings(specs)[0]).toMatchObject({ meaning: 'where it listens', example: '7105' })
  expect(describeSettings(specs)[3]?.docs).toBe('MORE.md')
})

test('what is required with another one is required just then', () => {
  const specs = { STORE: str(), BUCKET: str({ ...requiredWith('STORE', 's3'), desc: 'the bucket' }) }
  expect(readConfig(specs, { STORE: 'disk' }).BUCKET).toBeUndefined()
  expect(() => readConfig(specs, { STORE: 's3' })).toThrow('BUCKET is not set (the bucket)')
})

test('a setting without a meaning is refused', () => {
  expect(() => describeSettings({ PORT: port() })).toThrow("PORT doesn't say what it means")
})

test('a value that is marked as a secret is not shown, whatever the variable is called', () => {
  const strict = makeValidator<string>(
    (given) => {
      throw new Error(`expected something else, got "${given}"`)
    },
    { is: 'something else' },
  )
  const mistake = (spec: ReturnType<typeof strict>): string => {
    try {
      readConfig({ PROVIDERS: spec }, { PROVIDERS: 'hunter2' })
      return 'accepted'
    } catch (error) {
      return (error as Error).message
    }
  }
  expect(mistake(strict())).toContain('hunter2')
  expect(mistake(secret(strict()))).not.toContain('hunter2')
})
