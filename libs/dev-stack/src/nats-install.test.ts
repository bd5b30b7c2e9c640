import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { verified } from './nats-install.ts'

const archive = Buffer.from('an archive')
const checksum = createHash('sha256').update(archive).digest('hex')

test('a download with the published checksum is accepted', () => {
  expect(verified(archive, checksum, 'https://example.org/a.tar.gz')).toBe(archive)
})

test('one changed byte is refused, naming both checksums and what to do', () => {
  expect(() => verified(Buffer.from('an archivf'), checksum, 'https://example.org/a.tar.gz')).toThrow(
    new RegExp(`expected SHA-256 ${checksum}, got [0-9a-f]{64}\\..*Install nats-server by hand`),
  )
})
