/** A stack whose seals a witness cosigns: every telling of a seal bears it, and `pacioli-verify` finds it there. */
import type { Stack } from '@pacioli/dev-stack'
import { ownStack, waitFor, WitnessDouble } from '@pacioli/testing'
import { createPublicKey } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sale, type Books } from '../src/books.ts'
import { exportedBooks } from '../src/bundles.ts'
import { newClient, type TestClient } from '../src/clients.ts'
import { sealed } from '../src/sealed.ts'
import { verifying } from '../src/verifying.ts'

const PATIENCE = { timeoutMs: 60_000, everyMs: 200 }

let witness: WitnessDouble
let stack: Stack
let client: TestClient
let books: Books
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pacioli-witnessed-'))
  witness = await new WitnessDouble('witness.example.com/w1').start()
  const SEAL_WITNESSES = JSON.stringify([{ url: witness.url, key: witness.verifierKey }])
  stack = await ownStack('witnessed', { env: { SEAL_WITNESSES, SEAL_WITNESS_SECONDS: '1' } })
  const { x = '' } = createPublicKey({ key: { ...stack.secrets.signingKey }, format: 'jwk' }).export({ format: 'jwk' })
  witness.logKey = Buffer.from(x, 'base64url')
  client = await newClient(stack, 'witnessed')
  books = await client.books()
  await books.posted(sale(700, '2026-03-01T12:00:00Z'))
})
afterAll(async () => {
  await stack?.stop()
  await witness?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** The latest seals, once each bears the cosignature. */
const cosigned = () =>
  waitFor(
    'the latest seals to be cosigned',
    async () => {
      // The business, its chart and the sale.
      const seals = [...(await sealed(books, { LEDGER: 3 })).values()]
      return seals.every(({ note }) => note.split('\n').at(-2)?.startsWith(`— ${witness.name} `)) && seals
    },
    PATIENCE,
  )

test('the latest seal of each log bears it, and so does that seal by its size and in the list', async () => {
  const seals = await cosigned()
  expect(seals.length).toBeGreaterThan(0)
  for (const { log, size, note } of seals) {
    const one = await books.api.call('getSeal', { path: { size: String(size) }, query: { log } })
    expect(one.body.data.note).toBe(note)
    const all = await books.api.call('listSeals', { query: { log, limit: 500 } })
    expect(all.body.data.at(-1)?.note).toBe(note)
  }
})

test('pacioli-verify finds it in exported books, and misses that of another witness', async () => {
  await cosigned()
  const { zip } = await exportedBooks(books)
  const path = join(folder, 'books.zip')
  writeFileSync(path, zip)
  const found = await verifying(['--bundle', path, '--witness', witness.verifierKey])
  expect(found).toMatchObject({ code: 0, printed: expect.stringContaining('Nothing is wrong.') })
  const other = new WitnessDouble('other.example.com/w2')
  const missed = await verifying(['--bundle', path, '--witness', other.verifierKey])
  expect(missed.code).toBe(1)
  expect(missed.printed).toMatch(
    /^LEDGER: the latest seal of \d+ leaves has no cosignature of other.example.com\/w2, nor any before$/m,
  )
})

test('operators see how long seals wait for it, and how often it refused', async () => {
  const { ports } = stack.services['ledger-svc']
  const told = await (await fetch(`http://127.0.0.1:${ports.ops}/metrics`)).text()
  expect(told).toMatch(/^pacioli_seal_witness_age_seconds\{witness="witness.example.com\/w1".*\} \d/m)
  expect(told).toMatch(/^pacioli_seal_witness_failures_total\{witness="witness.example.com\/w1",reason="away".*\} 0$/m)
})
