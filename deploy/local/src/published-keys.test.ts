/** Everything in this repository is public: no service may start with a key in it. */
import { weaknessOf } from '@pacioli/service/configuration'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..', '..')

/** 32 bytes in base64, apart from longer texts; and what only a private key has. */
const KEY = /(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/_-]{43}=(?![A-Za-z0-9+/=_-])/g
const PRIVATE = /-----BEGIN [A-Z ]*PRIVATE KEY-----|["']?\bd["']?: ?["'][A-Za-z0-9_-]{40,}["']/g

const found = (text: string): string[] => [
  ...[...text.matchAll(KEY)].map(([key]) => key).filter((key) => weaknessOf(Buffer.from(key, 'base64')) === undefined),
  ...[...text.matchAll(PRIVATE)].map(([part]) => part),
]

test('no file contains a key that a service would start with', () => {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0').filter(Boolean)
  expect(files.length).toBeGreaterThan(1_000)
  const holding = files.flatMap((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8')
    return found(text).map((key) => `${file}: ${key.slice(0, 12)}…`)
  })
  expect(holding).toEqual([])
})
