import { sharedServers, withClient } from '@pacioli/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashOfUuid } from './hash-of-uuid.ts'

test('a uuid has the hash that PostgreSQL gives it, by which rows are distributed', async () => {
  const any = fc.array(fc.oneof(fc.uuid(), fc.constantFrom(...EXTREMES)), { minLength: 500, maxLength: 500 })
  const ids = fc.sample(any, 1).flat()
  const { rows } = await withClient(sharedServers().postgresAdminUrl, (client) =>
    client.query<{ id: string; hash: number }>(
      'SELECT id::text, uuid_hash(id) AS hash FROM unnest($1::uuid[]) AS ids(id)',
      [ids],
    ),
  )
  expect(rows.map(({ id }) => hashOfUuid(id))).toEqual(rows.map(({ hash }) => hash))
})

const EXTREMES = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff']
