/** Whole books leave one installation, are right in hledger, and come into another one. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Stack } from '@pacioli/dev-stack'
import { ownStack } from '@pacioli/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exampleOf } from '../examples/shared/example.test-helpers.ts'
import { expectSameBooks, filesIn, unpacked } from '../src/bundles.ts'
import { newClient } from '../src/clients.ts'
import { importing } from '../src/importing.ts'
import { expectNoViolations } from '../src/own-checks.ts'
import { verifying } from '../src/verifying.ts'

let here: Stack
let there: Stack
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pacioli-move-'))
  here = await ownStack('left')
  there = await ownStack('entered', { env: { SEAL_ORIGIN: 'elsewhere.example' } })
}, 300_000)
afterAll(async () => {
  await Promise.all([here.stop(), there.stop()])
  rmSync(folder, { recursive: true })
})

type Exported = { data: { presignedUrl: string } }

/** Two CSV files of books, such as of hledger's own examples, with this variable; else the sample of a café. */
const JOURNAL = process.env['PACIOLI_BOOKS_TO_MOVE']?.split(',') ?? []

describe.each([
  ['year', []],
  ['journal', JOURNAL],
])('the books of example:%s', (name, args) => {
  const { example, call, businessIn } = exampleOf(name, () => here)

  test('leave whole, are right elsewhere, come in, and go out again as they were', async () => {
    const { status, printed } = await example(...args, ...(name === 'year' ? ['--out', join(folder, 'reports')] : []))
    expect([status, printed]).toEqual([0, expect.any(String)])
    const exported = async (by: typeof call): Promise<Buffer> => {
      const { data } = await by<Exported>('POST', `${businessIn(printed)}/exports/books`)
      return Buffer.from(await (await fetch(data.presignedUrl)).arrayBuffer())
    }
    const zip = await exported(call)
    const [file, books] = [join(folder, `${name}.zip`), join(folder, name)]
    writeFileSync(file, zip)
    expect(await verifying(['--bundle', file])).toEqual({
      code: 0,
      printed: expect.stringContaining('Nothing is wrong.'),
    })
    const files = await filesIn(zip)
    unpacked(files, books)
    const env = { ...process.env, LC_ALL: 'C.UTF-8' }
    for (const basis of ['accrual', 'cash'])
      await promisify(execFile)('hledger', ['-f', join(books, 'hledger', `${basis}.journal`), 'check'], { env })

    const owner = await newClient(there, `owner of the ${name}`)
    const taken = await importing(there, [file, '--client', owner.id])
    expect([taken.code, taken.printed]).toEqual([0, expect.stringContaining('are here.')])
    const { baseUrl, token } = owner.api
    const again = await exported(async (method, path) => {
      const answer = await fetch(`${baseUrl}${path}`, { method, headers: { authorization: `Bearer ${token}` } })
      expect([path, answer.status]).toEqual([path, 200])
      return (await answer.json()) as never
    })
    expectSameBooks(await filesIn(again), files)
    await expectNoViolations(there)
  }, 900_000)
})
