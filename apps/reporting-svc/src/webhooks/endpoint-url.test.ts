import { expect, test } from 'vitest'
import { mayReach } from './addresses.ts'
import { endpointUrl } from './endpoint-url.ts'

test.each([
  'https://platform.example/hooks',
  'https://platform.example:8443/hooks?tenant=1',
  'https://93.184.215.14/',
  'https://[2606:4700::6810:84e5]/',
])('%s may be an endpoint', (url) => expect(endpointUrl(url, false)).toBe(new URL(url).href))

test.each([
  'platform.example',
  'http://platform.example/',
  'ftp://platform.example/',
  'https://user@platform.example/',
  'https://:password@platform.example/',
  'https://platform.example/#part',
  `https://platform.example/${'x'.repeat(2_048)}`,
  'https://localhost/',
  'https://localhost./',
  'https://intranet/',
  'https://metadata.google.internal/',
  'https://printer.local/',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://10.1.2.3/',
  'https://100.64.0.1/',
  'https://169.254.169.254/latest/meta-data',
  'https://0.0.0.0/',
  'https://224.0.0.1/',
  'https://255.255.255.255/',
  'https://[::1]/',
  'https://[::]/',
  'https://[fe80::1]/',
  'https://[fd00::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:a9fe:a9fe]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[64:ff9b:1::a00:1]/',
  'https://[::127.0.0.1]/',
  'https://[2002:7f00:1::]/',
])('%s may not', (url) =>
  expect(() => endpointUrl(url, false)).toThrow(expect.objectContaining({ name: 'DomainError' })),
)

test('a refusal does not repeat the URL, which may contain a password', () => {
  const refusal = () => endpointUrl('https://user:hunter22@platform.example/', false)
  expect(refusal).toThrow(expect.objectContaining({ message: expect.not.stringContaining('hunter22') }))
  expect(refusal).toThrow(expect.objectContaining({ problems: [expect.objectContaining({ meta: { field: 'url' } })] }))
})

test('in development, http and private networks are allowed, but never link-local, multicast and unspecified addresses', () => {
  for (const url of ['http://localhost:3000/', 'http://127.0.0.1/', 'https://10.0.0.1/', 'http://[::1]:80/'])
    expect(endpointUrl(url, true)).toBe(new URL(url).href)
  for (const address of [
    '169.254.169.254',
    'fe80::1',
    '0.0.0.0',
    '::',
    '224.0.0.1',
    '::ffff:127.0.0.1',
    'fd00:ec2::254',
  ])
    expect([address, mayReach(address, true)]).toEqual([address, false])
  expect(() => endpointUrl('http://user@localhost/', true)).toThrow()
})

test('an invalid address is never allowed', () => {
  for (const text of ['', 'localhost', '1.2.3', 'fe80::1%eth0']) expect(mayReach(text, true)).toBe(false)
})
