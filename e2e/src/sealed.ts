/** The sealed history of a business, read and checked by the words of RFC 6962 alone. */
import { waitFor } from '@pacioli/testing'
import { createHash, createPublicKey, verify } from 'node:crypto'
import { expect } from 'vitest'
import type { Answers } from './answers.ts'
import type { Books } from './books.ts'

export const LOGS = ['LEDGER', 'BANKING', 'BILLING'] as const
export type Log = (typeof LOGS)[number]
export type Seal = Answers['getSeal']['data']
export type Leaf = Answers['listLeaves']['data'][number]

const sha256 = (...parts: (Buffer | string)[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** RFC 8785, as far as JSON of ours needs it: names in the order of their code units. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`
}

export const hashOf = (leaf: unknown): Buffer => sha256(Buffer.of(0), canonical(leaf))

/** MTH of RFC 6962, 2.1. */
export function rootOf(hashes: readonly Buffer[]): Buffer {
  const [only] = hashes
  if (!only) return sha256('')
  if (hashes.length === 1) return only
  let half = 1
  while (half * 2 < hashes.length) half *= 2
  return sha256(Buffer.of(1), rootOf(hashes.slice(0, half)), rootOf(hashes.slice(half)))
}

/** All leaves of a log, page by page. */
export async function leavesOf({ api }: Pick<Books, 'api'>, log: Log, limit = 100): Promise<Leaf[]> {
  const leaves: Leaf[] = []
  for (let cursor: string | undefined; ;) {
    const { data, meta } = (await api.call('listLeaves', { query: { log, limit, cursor } })).body
    leaves.push(...data)
    if (!meta.pagination.has_more) return leaves
    cursor = meta.pagination.cursor ?? undefined
  }
}

/** The latest seals, once everything that was recorded is sealed. */
export const sealed = (
  { api }: Pick<Books, 'api'>,
  least: Partial<Record<Log, number>> = {},
): Promise<Map<Log, Seal>> =>
  waitFor('everything to be sealed', async () => {
    const { data } = (await api.call('getLatestSeals')).body
    const seals = new Map(data.map((seal) => [seal.log, seal]))
    if (Object.entries(least).some(([log, size]) => (seals.get(log as Log)?.size ?? 0) < size)) return undefined
    for (const log of LOGS) {
      const size = seals.get(log)?.size ?? 0
      const { data: unsealed } = (await api.call('listLeaves', { query: { log, limit: 1, cursor: String(size) } })).body
      if (unsealed.length > 0) return undefined
    }
    return seals
  })

/** The DER of an Ed25519 public key, before its 32 bytes. */
const DER = Buffer.from('302a300506032b6570032100', 'hex')

/** Checks the signature of a seal with a key, and that it says what its fields say. */
export function expectSigned({ note, origin, size, root }: Seal, publicKey: Buffer): void {
  const [text = '', signatures = ''] = note.split('\n\n')
  expect(text).toBe(`${origin}\n${size}\n${root}`)
  const [dash, name, signature = ''] = signatures.trimEnd().split(' ')
  expect([dash, name]).toEqual(['—', origin])
  const bytes = Buffer.from(signature, 'base64')
  expect(bytes.subarray(0, 4)).toEqual(sha256(`${origin}\n`, Buffer.of(1), publicKey).subarray(0, 4))
  const key = createPublicKey({ key: Buffer.concat([DER, publicKey]), format: 'der', type: 'spki' })
  expect(verify(null, Buffer.from(`${text}\n`), key, bytes.subarray(4))).toBe(true)
}

/** Checks that the leaves of a log are what was sealed, hide what they disclose, and have the root of its seal. */
export function expectLeaves(leaves: readonly Leaf[], seal: Seal): void {
  expect(leaves.length).toBe(seal.size)
  for (const [index, { position, hash, leaf, disclosed }] of leaves.entries()) {
    expect([position, hash]).toEqual([index + 1, hashOf(leaf).toString('base64')])
    expect(leaf).toMatchObject({ v: 1, log: seal.log, position })
    const hidden = Object.fromEntries(
      disclosed.map(({ pointer, salt, value }) => [
        pointer,
        sha256(Buffer.from(salt, 'base64'), value).toString('hex'),
      ]),
    )
    expect(leaf['hidden']).toEqual(hidden)
  }
  expect(rootOf(leaves.map(({ leaf }) => hashOf(leaf))).toString('base64')).toBe(seal.root)
}
