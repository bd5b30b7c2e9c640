import fc from 'fast-check'
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { readConfig, type ConfigError } from './config.ts'
import { base64Key } from './validators.ts'

const refusalOf = (key: Buffer): string | undefined => {
  try {
    readConfig({ CURSOR_KEY: base64Key() }, { CURSOR_KEY: key.toString('base64') })
    return undefined
  } catch (error) {
    return (error as ConfigError).mistakes.join()
  }
}

const counting = (from: number, by: number): Buffer =>
  Buffer.from(Array.from({ length: 32 }, (_, at) => (from + at * by) & 255))

test.each([
  ['zeros', Buffer.alloc(32), 'all of its bytes are the same'],
  ['one byte', Buffer.alloc(32, 7), 'all of its bytes are the same'],
  ['counting', counting(0, 1), 'it only counts up or down'],
  ['counting down over the edge', counting(9, -5), 'it only counts up or down'],
  ['a few bytes', Buffer.concat([Buffer.alloc(31), Buffer.from([1])]), 'it repeats a few bytes'],
  ['a word again and again', Buffer.from('deadbeefcafe'.repeat(6).slice(0, 64), 'hex'), 'it repeats a few bytes'],
  [
    'a key of 16 bytes twice',
    Buffer.from('000e1c2a38465462707e8c9aa8b6c4d3'.repeat(2), 'hex'),
    'its halves are the same',
  ],
  ['text', Buffer.from('correct horse battery staple 42!'), 'it is text'],
  [
    'what a standard shows',
    Buffer.from('603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4', 'hex'),
    'it is published in NIST SP 800-38A',
  ],
])('a key that can be guessed is refused at the start, unseen: %s', (_what, key, reason) => {
  const refusal = refusalOf(key)
  expect(refusal).toContain(`expected random bytes, and ${reason}`)
  expect(refusal).toContain('openssl rand -base64 32')
  expect(refusal).not.toContain(key.toString('base64').slice(0, 12))
})

test('random keys are never refused', () => {
  fc.assert(fc.property(fc.nat(), () => refusalOf(randomBytes(32)) === undefined))
})
