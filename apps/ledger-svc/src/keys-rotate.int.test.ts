import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestLedger, type TestLedger } from './ledger.test-helpers.ts'
import { configureProcessor, openProcessorSecret } from './processors/processor-secrets.ts'
import type { Processor } from './processors/processor.ts'
import { rotateTable, type Rotation, type SealedTable, type TableRotation } from '@pacioli/vault/rotation'
import { sealedTables } from './sealed-tables.ts'
import { replaceWrappedKeys, wrappedKeysAfter } from '@pacioli/vault/rotation'
import { Vault, type MasterKey } from '@pacioli/vault'

const masterKey = (id: string): MasterKey => ({ id, key: randomBytes(32) })
const processors = Array.from({ length: 4 }, (_, at): Processor => ({ name: `p${at}`, displayName: `P${at}` }))
const [first, second] = processors as [Processor, Processor]

let ledger: TestLedger
let admin: pg.Client
let old: MasterKey
let current: MasterKey
let clients: string[]

beforeAll(async () => {
  ledger = await startTestLedger()
  admin = new pg.Client({ connectionString: ledger.adminUrl })
  await admin.connect()
})

afterAll(async () => {
  await admin.end()
  await ledger.stop()
})

/** The ledger as a service has it that was started with these master keys. */
const servedWith = (...keys: MasterKey[]): TestLedger => ({ ...ledger, vault: new Vault(keys) })
const secretOf = (client: string, { name }: Processor): string => `secret of ${client} at ${name}`
const keep = (by: TestLedger, client: string, processor: Processor) =>
  configureProcessor(by, client, processor, secretOf(client, processor))

const table = sealedTables.find(({ name }) => name === 'processor_secrets') as SealedTable
const rotate = (options: Rotation = {}): Promise<TableRotation> =>
  rotateTable(ledger.relayDb, new Vault([current, old]), table, { batch: 3, ...options })

/** As the superuser, whom no policy binds, like an attacker or an accident. */
const tamper = (sql: string, bind: unknown[] = []): Promise<unknown> => admin.query(sql, bind)

beforeEach(async () => {
  old = masterKey(`old ${randomUUID()}`)
  current = masterKey(`new ${randomUUID()}`)
  clients = [randomUUID(), randomUUID()]
  await tamper('TRUNCATE processor_secrets')
  for (const client of clients) for (const processor of processors) await keep(servedWith(old), client, processor)
})

async function expectAllToOpen(by: TestLedger): Promise<void> {
  for (const client of clients)
    for (const processor of processors)
      expect(await openProcessorSecret(by, client, processor)).toBe(secretOf(client, processor))
}

test('after a rotation the new master key alone opens the secrets of every client; a second finds nothing to do', async () => {
  expect(await rotate()).toMatchObject({
    rows: 8,
    rewrapped: 8,
    alreadyCurrent: 0,
    changedMeanwhile: 0,
    failures: [],
  })
  await expectAllToOpen(servedWith(current))
  await expect(openProcessorSecret(servedWith(old), clients[0] ?? '', first)).rejects.toThrow('There is no master key')
  expect(await rotate()).toMatchObject({ rows: 8, rewrapped: 0, alreadyCurrent: 8 })
})

test('a dry run reports the same and changes nothing', async () => {
  expect(await rotate({ dryRun: true })).toMatchObject({ rows: 8, rewrapped: 8, keysInUse: new Map([[old.id, 8]]) })
  await expectAllToOpen(servedWith(old))
})

test('an interrupted rotation leaves every secret readable, and is finished by the next', async () => {
  let batches = 0
  const interrupt = (): void => {
    batches += 1
    if (batches === 2) throw new Error('interrupted')
  }
  await expect(rotate({ onProgress: interrupt })).rejects.toThrow('interrupted')
  await expectAllToOpen(servedWith(current, old))
  expect(await rotate()).toMatchObject({ rows: 8, rewrapped: 2, alreadyCurrent: 6 })
  await expectAllToOpen(servedWith(current))
})

test('concurrent rotations and replaced secrets do not disturb each other', async () => {
  const service = servedWith(current, old)
  const replaced = clients.flatMap((client) => processors.map((processor) => keep(service, client, processor)))
  await Promise.all([rotate({ batch: 3 }), rotate({ batch: 4 }), ...replaced])
  const { failures, keysInUse } = await rotate()
  expect([failures, [...keysInUse.keys()]]).toEqual([[], [current.id]])
  await expectAllToOpen(servedWith(current))
})

test('a secret that is replaced between being read and being written keeps its new key', async () => {
  const read = await ledger.relayDb.transact({}, (tx) => wrappedKeysAfter(tx, table, undefined, 100))
  for (const client of clients) await configureProcessor(servedWith(old), client, first, 'a newer secret')
  const vault = new Vault([current, old])
  const rewrapped = read.map((key) => {
    const { masterKeyId, wrappedKey } = vault.rewrap(key, key.owner)
    return { ...key, newMasterKeyId: masterKeyId, newWrappedKey: wrappedKey }
  })
  expect(await ledger.relayDb.transact({}, (tx) => replaceWrappedKeys(tx, table, rewrapped))).toBe(6)
  expect(await rotate()).toMatchObject({ rewrapped: 2, alreadyCurrent: 6 })
  for (const client of clients)
    expect(await openProcessorSecret(servedWith(current), client, first)).toBe('a newer secret')
})

test('a key that was altered, or whose master key is missing, is named; the others are rotated', async () => {
  const [client = '', other = ''] = clients
  const lost = masterKey('lost')
  await keep(servedWith(lost), client, first)
  await tamper(
    `UPDATE processor_secrets SET wrapped_key = set_byte(wrapped_key, 20, get_byte(wrapped_key, 20) # 1)
      WHERE client_id = $1 AND processor = $2`,
    [other, second.name],
  )
  const { rewrapped, failures, keysInUse } = await rotate()
  expect(rewrapped).toBe(6)
  expect(failures.map(({ clientId, reason }) => [clientId, reason]).sort()).toEqual(
    [
      [client, expect.stringContaining('There is no master key lost')],
      [other, expect.stringContaining('does not open')],
    ].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  )
  expect(keysInUse).toEqual(
    new Map(
      [
        [current.id, 6],
        ['lost', 1],
        [old.id, 1],
      ].sort() as [string, number][],
    ),
  )
})

test.each(['wrapped_key', 'ciphertext', 'wrapped_key, ciphertext'])(
  'a secret whose %s was copied from another row does not open',
  async (columns) => {
    const [client = '', other = ''] = clients
    const copy = async (from: [string, Processor], to: [string, Processor]): Promise<unknown> => {
      const { rows } = await admin.query<Record<string, unknown>>(
        `SELECT ${columns}, version FROM processor_secrets WHERE client_id = $1 AND processor = $2`,
        [from[0], from[1].name],
      )
      const copied = Object.entries(rows[0] ?? {})
      const set = copied.map(([column], index) => `${column} = $${index + 3}`).join(', ')
      return tamper(`UPDATE processor_secrets SET ${set} WHERE client_id = $1 AND processor = $2`, [
        to[0],
        to[1].name,
        ...copied.map(([, value]) => value),
      ])
    }
    await copy([other, first], [client, first])
    await copy([client, second], [client, processors[2] as Processor])
    await expect(openProcessorSecret(servedWith(old), client, first)).rejects.toThrow('does not open')
    await expect(openProcessorSecret(servedWith(old), client, processors[2] as Processor)).rejects.toThrow(
      'does not open',
    )
  },
)

test('the role that rotates cannot read a secret, and cannot write one', async () => {
  const asRelay = (sql: string): Promise<unknown> => ledger.relayDb.call(sql)
  for (const column of ['ciphertext', 'last_4', 'processor', '*'])
    await expect(asRelay(`SELECT ${column} FROM processor_secrets`)).rejects.toThrow('permission denied')
  await expect(asRelay(`UPDATE processor_secrets SET ciphertext = 'x'`)).rejects.toThrow('permission denied')
  await expect(asRelay('DELETE FROM processor_secrets')).rejects.toThrow('permission denied')
})
