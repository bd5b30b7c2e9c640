import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newClient, target, type TestClient } from '../src/index.ts'

const program = join(import.meta.dirname, 'journal.ts')
const sample = (file: string): string => readFileSync(join(import.meta.dirname, 'sample-journal', file), 'utf8')
const directory = mkdtempSync(join(tmpdir(), 'pacioli-journal-'))
afterAll(() => rmSync(directory, { recursive: true }))

/** Whose businesses are counted: nobody else's come in between. */
let client: TestClient
beforeAll(async () => {
  client = await newClient(target(), 'example of a journal')
})

function fileOf(name: string, text: string): string {
  const file = join(directory, name)
  writeFileSync(file, text)
  return file
}

/** Runs the example as its npm script does, against the stack of this test run. */
function example(...files: string[]): Promise<{ status: number; printed: string }> {
  const { baseUrl, token } = client.api
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [program, '--url', baseUrl, '--token', token ?? '', ...files],
      (error, stdout, stderr) => {
        const status = error ? error.code : 0
        if (typeof status === 'number') resolve({ status, printed: stdout + stderr })
        else reject(error ?? new Error('no status'))
      },
    )
  })
}

async function businesses(): Promise<number> {
  const { baseUrl, token } = client.api
  const response = await fetch(`${baseUrl}/v1/businesses?limit=1`, { headers: { authorization: `Bearer ${token}` } })
  const { meta } = (await response.json()) as { meta: { pagination: { total_count: number } } }
  return meta.pagination.total_count
}

test('the sample comes out equal on every account', async () => {
  expect(await example()).toMatchObject({ status: 0, printed: expect.stringContaining('Equal on all 14 accounts.') })
})

test('a balance that is off by a cent is reported and fails the run', async () => {
  const postings = fileOf('off.postings.csv', sample('cafe.postings.csv'))
  const balances = fileOf('off.balances.csv', sample('cafe.balances.csv').replace('$656.15', '$656.16'))
  const { status, printed } = await example(postings, balances)
  expect(printed).toContain('1 of 14 accounts differ: assets:cash:till')
  expect(status).toBe(1)
})

test('several currencies in one file are refused before anything is created', async () => {
  const before = await businesses()
  const mixed = fileOf('mixed.postings.csv', sample('cafe.postings.csv').replaceAll('"1640.80","$"', '"1640.80","€"'))
  const { status, printed } = await example(mixed)
  expect(printed).toContain('mixed.postings.csv holds amounts in 2 commodities: $, €.')
  expect(status).toBe(1)
  expect(await businesses()).toBe(before)
})
