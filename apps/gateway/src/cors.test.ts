import { expect, test } from 'vitest'
import { originsIn } from './cors.ts'

test.each([
  ['https://app.example.com', ['https://app.example.com']],
  [' https://app.example.com , http://localhost:3000 ', ['https://app.example.com', 'http://localhost:3000']],
  ['http://app.example.com,https://app.example.com', ['http://app.example.com', 'https://app.example.com']],
  ['http://[::1]:8080,http://127.0.0.1', ['http://[::1]:8080', 'http://127.0.0.1']],
  ['https://xn--bcher-kva.example', ['https://xn--bcher-kva.example']],
])('%s names origins', (given, origins) => {
  expect(originsIn(given)).toEqual(origins)
})

test.each([
  '*',
  'null',
  'app.example.com',
  '//app.example.com',
  'https://',
  'https://app.example.com/',
  'https://app.example.com/app',
  'https://app.example.com?x',
  'https://app.example.com#x',
  'https://*.example.com',
  'https://me@app.example.com',
  'https://app.example.com:443',
  'https://app.example.com:70000',
  'HTTPS://app.example.com',
  'https://App.example.com',
  'ftp://app.example.com',
  'file:///tmp',
  'https://app example.com',
  '',
])('%j is no origin, alone or beside one', (given) => {
  for (const list of [given, `https://other.example,${given}`])
    expect(() => originsIn(list)).toThrow(/^expected origins as browsers send them, .*, got /)
  expect(() => originsIn(`https://other.example,${given}`)).toThrow(`got "${given}"`)
})

test('an origin stands once', () => {
  expect(() => originsIn('https://a.example,https://b.example, https://a.example')).toThrow(
    'expected each origin once, got "https://a.example" twice',
  )
})
