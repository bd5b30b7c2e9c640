/** Seals and proofs, checked by Go's sumdb/note and sumdb/tlog, which know nothing of ours. */
import type { Stack } from '@pacioli/dev-stack'
import { ownStack } from '@pacioli/testing'
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newClient } from '../src/clients.ts'
import { sale, type Books } from '../src/index.ts'
import { canonical, leavesOf, sealed, type Seal } from '../src/sealed.ts'

/** Where Debian puts the sources of Go packages. */
const GOPATH = '/usr/share/gocode'
const BY_HAND =
  'Seals are checked with Go and its package golang.org/x/mod. On Debian: ' +
  'apt-get install golang-go golang-golang-x-mod-dev.'

const ENTRIES = 700
const EVERY = 90

let stack: Stack
let books: Books
const seals: Seal[] = []

beforeAll(async () => {
  stack = await ownStack('seals-by-go')
  books = await (await newClient(stack, 'seals-by-go')).books()
  for (let posted = 0; posted < ENTRIES; posted += EVERY) {
    await books.allPosted(Array.from({ length: EVERY }, (_, nth) => sale(nth + 1, '2026-03-01T12:00:00Z')))
    seals.push((await sealed(books)).get('LEDGER') as Seal)
  }
})
afterAll(() => stack?.stop())

type Inclusion = { note: string; leaf: string; index: number; proof: string[] }
type Consistency = { from: string; to: string; proof: string[] }
type Given = { verifierKey: string; inclusions: Inclusion[]; consistency: Consistency[] }

/** What the program says of each, in their order. */
function checked(given: Given): Promise<string[]> {
  if (!existsSync(join(GOPATH, 'src', 'golang.org', 'x', 'mod', 'sumdb', 'note'))) throw new Error(BY_HAND)
  const program = join(import.meta.dirname, 'seals-by-go', 'main.go')
  const env = { ...process.env, GOPATH, GO111MODULE: 'off', GOFLAGS: '' }
  return new Promise((resolve, reject) => {
    const go = spawn('go', ['run', program], { env, stdio: ['pipe', 'pipe', 'inherit'] })
    let said = ''
    go.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
    go.on('error', () => reject(new Error(BY_HAND)))
    go.on('close', (code) =>
      code === 0 ? resolve(said.trimEnd().split('\n')) : reject(new Error(`go ended with code ${code}`)),
    )
    go.stdin.end(JSON.stringify(given))
  })
}

async function proofs(): Promise<Given> {
  const last = seals.at(-1) as Seal
  const leaves = await leavesOf(books, 'LEDGER', 500)
  const positions = [1, 2, 255, 256, 257, 512, 513, last.size - 1, last.size]
  const inclusions = await Promise.all(
    positions.map(async (position): Promise<Inclusion> => {
      const query = { log: 'LEDGER', position, size: last.size }
      const { proof } = (await books.api.call('proveInclusion', { query })).body.data
      return { note: last.note, leaf: canonical(leaves[position - 1]?.leaf), index: position - 1, proof }
    }),
  )
  const consistency = await Promise.all(
    seals.map(async (seal): Promise<Consistency> => {
      const query = { log: 'LEDGER', from: seal.size, to: last.size }
      const { proof } = (await books.api.call('proveConsistency', { query })).body.data
      return { from: seal.note, to: last.note, proof }
    }),
  )
  return { verifierKey: last.verifier_key, inclusions, consistency }
}

test('Go finds each leaf under its seal, and each seal to continue those before', async () => {
  const given = await proofs()
  expect(given.consistency.length).toBeGreaterThan(4)
  expect(await checked(given)).toEqual([...given.inclusions, ...given.consistency].map(() => 'ok'))
})

test('Go finds what was altered', async () => {
  const { verifierKey, inclusions, consistency } = await proofs()
  const [one] = inclusions
  const [first] = consistency
  // What was posted may have been recorded only under the seal after the next.
  const second = consistency.find(({ from }) => from !== first?.from)
  if (!one || !first || !second) throw new Error('there is nothing to alter')
  const said = await checked({
    verifierKey,
    inclusions: [
      { ...one, leaf: one.leaf.replace('"position":1,', '"position":2,') },
      { ...one, index: one.index + 1 },
      { ...one, note: one.note.replace(/\n\d+\n/, '\n3\n') },
    ],
    consistency: [
      { ...first, from: second.from },
      { ...first, proof: [Buffer.alloc(32).toString('base64'), ...first.proof.slice(1)] },
    ],
  })
  expect(said).toHaveLength(5)
  expect(said).not.toContain('ok')
})
