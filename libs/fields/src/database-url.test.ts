import { describe, expect, test } from 'vitest'
import { databaseServers, databaseUrl } from './database-url.ts'

describe('the servers of a database URL', () => {
  test('with one host are that URL, as it was given', () => {
    for (const url of ['postgres://a:b@h:1/d', 'postgresql://a@h/d?sslmode=verify-full', 'postgres://a:p,w@h/d'])
      expect(databaseServers(url)).toEqual({ urls: [url], sessionAttrs: 'any' })
  })

  test('with several hosts are a URL for each, of which one that can be written to is meant', () => {
    expect(databaseServers('postgres://a:p%40,w@h1:1,h2,[::1]:3/d?sslmode=verify-full')).toEqual({
      urls: [
        'postgres://a:p%40,w@h1:1/d?sslmode=verify-full',
        'postgres://a:p%40,w@h2/d?sslmode=verify-full',
        'postgres://a:p%40,w@[::1]:3/d?sslmode=verify-full',
      ],
      sessionAttrs: 'read-write',
    })
  })

  test('are those that target_session_attrs says, which drivers need not know', () => {
    expect(databaseServers('postgres://a@h1,h2/d?target_session_attrs=any')).toEqual({
      urls: ['postgres://a@h1/d', 'postgres://a@h2/d'],
      sessionAttrs: 'any',
    })
    expect(databaseServers('postgres://a@h/d?target_session_attrs=primary')).toEqual({
      urls: ['postgres://a@h/d'],
      sessionAttrs: 'primary',
    })
  })

  test.each([
    ['no URL', 'h1:5432,h2:5432', 'expected postgres://user:password@host:5432/database, or several'],
    ['a host without a name', 'postgres://a@h1,,h2/d', 'several host:port separated by commas'],
    ['a comma at the end', 'postgres://a@h1,/d', 'several host:port separated by commas'],
    ['a port out of range', 'postgres://a@h1:5432,h2:70000/d', 'several host:port separated by commas'],
    ['hosts behind the database', 'postgres://a@h1/d?host=h1,h2', 'expected several hosts in front of the database'],
    ['another attribute', 'postgres://a@h1,h2/d?target_session_attrs=writable', 'any, read-write, read-only, primary'],
  ])('are refused: %s', (_what, url, expected) => {
    expect(() => databaseServers(url)).toThrow(expected)
  })
})

test('another user or database on the same servers keeps all else', () => {
  const url = 'postgres://a:b%3A:c@h1:1,h2/d?target_session_attrs=any'
  expect(databaseUrl(url, { database: 'e f' })).toBe('postgres://a:b%3A:c@h1:1,h2/e%20f?target_session_attrs=any')
  expect(databaseUrl(url, { user: 'x', password: 'y@z' })).toBe('postgres://x:y%40z@h1:1,h2/d?target_session_attrs=any')
  expect(databaseUrl('postgres://a:b@h:1', { database: 'e' })).toBe('postgres://a:b@h:1/e')
  expect(databaseUrl('postgres://a@h', { user: 'x' })).toBe('postgres://x@h/')
})
