import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { brokerOf, brokerSettings } from './settings.ts'

const read = (env: Record<string, string>) => brokerOf(readConfig(brokerSettings, env))

test('NATS is reached by what its settings say', () => {
  expect(read({ NATS_URL: 'nats://a:4222, tls://b:4222', NATS_USER: 'books', NATS_PASSWORD: 's' })).toMatchObject({
    url: 'nats://a:4222, tls://b:4222',
    replicas: 1,
    access: { user: 'books', password: 's' },
  })
})

test.each([
  ['a user in the URL', { NATS_URL: 'nats://books:secret@nats:4222' }, 'NATS_USER and NATS_PASSWORD'],
  ['a user without a password', { NATS_USER: 'books' }, 'NATS_PASSWORD is not set'],
  ['a certificate without its key', { NATS_TLS_CERT_FILE: '/tls.crt' }, 'NATS_TLS_KEY_FILE is not set'],
  [
    'two ways to say who we are',
    { NATS_USER: 'books', NATS_PASSWORD: 's', NATS_CREDENTIALS_FILE: '/user.creds' },
    'got both',
  ],
  ['TLS to an address', { NATS_URL: 'TLS://10.0.0.5:4222' }, 'got the address 10.0.0.5'],
  ['TLS to an address of IPv6', { NATS_URL: 'tls://[fd00::5]:4222' }, 'got the address [fd00::5]'],
  [
    'TLS to an address, by a file alone',
    { NATS_URL: 'nats://127.0.0.1', NATS_TLS_CA_FILE: '/ca.crt' },
    'got the address 127.0.0.1',
  ],
])('%s is refused, without showing a secret', (_what, env, words) => {
  const reading = (): unknown => read({ NATS_URL: 'nats://nats:4222', ...env })
  expect(reading).toThrow(ConfigError)
  expect(reading).toThrow(words)
  expect(reading).not.toThrow('secret')
})
