/** A full disk costs answers while it is full, and nothing afterwards, without manual restarts. */
import type { Stack } from '@pacioli/dev-stack'
import { ownStack, testDirectory, waitFor } from '@pacioli/testing'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { send } from '../src/api.ts'
import { sale, type Books } from '../src/books.ts'
import { newClient } from '../src/clients.ts'
import { expectReportedAsKept } from '../src/fault-checks.ts'
import { expectNoViolations } from '../src/own-checks.ts'
import { SmallDisk } from '../src/small-disk.ts'
import { sidesOf, sidesOnLedger } from '../src/trial-balances.ts'

/** With room for what databases begin with, and for the log of what they change. */
const STATE_MB = 700
const STREAM_MB = 32
const PATIENCE_MS = 120_000

let state: SmallDisk
let stream: SmallDisk
let stack: Stack
let books: Books

beforeAll(async () => {
  state = SmallDisk.mount(testDirectory('full-disk'), STATE_MB)
  stream = SmallDisk.mount(join(state.path, 'nats'), STREAM_MB)
  stack = await ownStack('full-disk', {
    stateDir: state.path,
    postgresSettings: { max_wal_size: '64MB', min_wal_size: '32MB' },
  })
  const client = await newClient(stack, 'full-disk', { isPatient: true })
  books = await client.books()
  await books.allPosted([sale(1_250), sale(300)])
  await expectReportedAsKept(books)
})

afterAll(async () => {
  state?.free()
  stream?.free()
  await stack?.stop()
  stream?.unmount()
  state?.unmount()
})

/** One entry, known by its external_id; the status it is answered with. */
async function post(externalId: string): Promise<number> {
  const url = `${stack.baseUrl}/v1/businesses/${books.business.id}/ledger/journal-entries`
  const headers = { authorization: `Bearer ${books.api.token}`, 'content-type': 'application/json' }
  return (await send('POST', url, headers, JSON.stringify({ ...sale(100), external_id: externalId }))).status
}

async function postSome(name: string, count: number): Promise<Map<string, number>> {
  const answers = new Map<string, number>()
  for (let index = 0; index < count; index += 1) {
    const externalId = `${name}-${index}`
    answers.set(externalId, await post(externalId))
  }
  return answers
}

const statusesOf = (answers: Map<string, number>): number[] => [...new Set(answers.values())].toSorted()

test('while the disk of the stream is full everything is written, and reports are right soon after there is space', async () => {
  stream.fill()
  const answers = await postSome('stream', 40)
  expect(statusesOf(answers)).toEqual([201])
  // Not all of it has reached the read models, or this proves nothing.
  expect(sidesOf(await books.trialBalance())).not.toEqual(await sidesOnLedger(books))
  stream.free()
  await expectReportedAsKept(books)
  const after = await postSome('stream-after', 3)
  expect(statusesOf(after)).toEqual([201])
  await expectReportedAsKept(books)
}, 300_000)

test('while the disk of everything is full what cannot be written is a 503, and all is right once there is space', async () => {
  state.fill()
  const answers = await postSome('state', 20)
  expect(statusesOf(answers).filter((status) => status !== 201)).toEqual([503])
  state.free()
  const refused = [...answers].filter(([, status]) => status !== 201).map(([externalId]) => externalId)
  const left = new Set(refused)
  await waitFor(
    'what was refused to be written',
    async () => {
      for (const externalId of left) if ((await post(externalId)) < 300) left.delete(externalId)
      return left.size === 0
    },
    { timeoutMs: PATIENCE_MS, everyMs: 500 },
  )
  const posted = (await books.allEntries())
    .map(({ external_id }) => external_id)
    .filter((id) => id?.startsWith('state-'))
  expect(posted.toSorted()).toEqual([...answers.keys()].toSorted())
  await expectReportedAsKept(books)
  await expectNoViolations(stack)
}, 400_000)
