/** What there is now, against the last leaf of it. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  BILL,
  BILLING,
  BUSINESS,
  CUSTOMER,
  MemorySource,
  sealedLog,
  statesOf,
  VENDOR,
  type CurrentState,
  type Draft,
} from './books.test-helpers.ts'
import { lineOf } from './finding.ts'
import { verify, type Summary } from './verify.ts'

async function run(source: MemorySource): Promise<{ lines: string[]; summary: Summary }> {
  const now = (): Date => new Date('2026-03-01T00:00:00Z')
  const work = verify(source, { businessId: BUSINESS, keys: [], kept: [], now })
  const lines: string[] = []
  for (let step = await work.next(); ; step = await work.next()) {
    if (step.done) return { lines, summary: step.value }
    lines.push(lineOf(step.value))
  }
}

const PERSON = '00000000-0000-4000-8000-000000000900'
const DRAFTS: Draft[] = [
  ...BILLING,
  {
    ...{ type: 'customer', id: PERSON, version: 1 },
    state: {
      id: PERSON,
      client_id: CUSTOMER,
      tags: [
        { key: 'a/b', value: '~' },
        { key: 'c', value: null },
      ],
      version: 1,
    },
    personal: { '/name': 'Ada' },
  },
]
const STATES = statesOf(DRAFTS)
const nameOf = (one: CurrentState): string => `${one.aggregate_type} ${one.aggregate_id}`

async function foundWith(current: unknown[]): Promise<string[]> {
  const source = new MemorySource(undefined, DRAFTS)
  source.current.BILLING = current
  return (await run(source)).lines
}

/** Paths to every value in a state that has none in it. */
function* pathsIn(value: unknown, path: string[] = []): Generator<string[]> {
  if (typeof value !== 'object' || value === null) yield path
  else for (const [name, member] of Object.entries(value)) yield* pathsIn(member, [...path, name])
}

function replaced(value: unknown, [name, ...rest]: string[], by: unknown): unknown {
  if (name === undefined) return by
  if (Array.isArray(value)) return value.map((one, index) => (String(index) === name ? replaced(one, rest, by) : one))
  return { ...(value as object), [name]: replaced((value as Record<string, unknown>)[name], rest, by) }
}

const pointerOf = (path: string[]): string =>
  path.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

test('whatever is another value than was recorded is named, with its thing and its place', async () => {
  const values = STATES.flatMap((one, at) => [...pathsIn(one.state)].map((path) => ({ at, path })))
  const other = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null))
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...values), other, async ({ at, path }, by) => {
      const one = STATES[at] as CurrentState
      const before = path.reduce((value: unknown, name) => (value as Record<string, unknown>)[name], one.state)
      const changed = STATES.with(at, { ...one, state: replaced(one.state, path, by) as object })
      const isNamed = before !== by && path[0] !== 'client_id'
      expect(await foundWith(changed)).toEqual(
        isNamed ? [`BILLING, ${nameOf(one)}, ${pointerOf(path)}: it is not what the last leaf of it says`] : [],
      )
    }),
    { numRuns: 60 },
  )
}, 60_000)

test('what is gone, comes again, is of another version or was never recorded is named', async () => {
  const [first, ...others] = STATES as [CurrentState, ...CurrentState[]]
  const name = nameOf(first)
  expect(await foundWith(others)).toEqual([`BILLING, ${name}: it is gone: leaves tell of it, and no state does`])
  expect(await foundWith([first, ...STATES])).toEqual([`BILLING, ${name}: its state comes again`])
  const invoice = STATES.find(({ aggregate_type }) => aggregate_type === 'invoice') as CurrentState
  const at = STATES.indexOf(invoice)
  expect(await foundWith(STATES.with(at, { ...invoice, version: 1 }))).toEqual([
    `BILLING, ${nameOf(invoice)}: it is of version 1, and its last leaf of 2`,
  ])
  expect(await foundWith(STATES.with(at, { ...invoice, version: 3 }))).toEqual([
    `BILLING, ${nameOf(invoice)}: it is of version 3, and no leaf is`,
  ])
  const added = { aggregate_type: 'vendor', aggregate_id: VENDOR, version: 1, state: {} }
  expect(await foundWith([...STATES, added])).toEqual([`BILLING, vendor ${VENDOR}: it is of version 1, and no leaf is`])
  expect(await foundWith([...STATES, 7])).toEqual(['BILLING: a state is not told in the form of the API'])
})

test('a list of another length is another value, and what was not recorded is none', async () => {
  const person = STATES.find(({ aggregate_id }) => aggregate_id === PERSON) as CurrentState
  const at = STATES.indexOf(person)
  const shorter = { ...person, state: { ...person.state, tags: [{ key: 'a/b', value: '~' }] } }
  expect(await foundWith(STATES.with(at, shorter))).toEqual([
    `BILLING, ${nameOf(person)}, /tags: it is not what the last leaf of it says`,
  ])
  expect(await foundWith(STATES.with(at, { ...person, state: { ...person.state, told_since: 1 } }))).toEqual([])
})

test('many that are wrong are named in part, and counted', async () => {
  const others = Array.from({ length: 103 }, (_, nth) => ({
    ...{ aggregate_type: 'vendor', version: 1, state: {} },
    aggregate_id: `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`,
  }))
  const lines = await foundWith([...STATES, ...others])
  expect([lines.length, lines.at(-1)]).toEqual([101, 'BILLING: something is wrong with 3 more states'])
})

test('what changes meanwhile is compared with the leaf that follows', async () => {
  const later = (amount: number): Draft => ({
    ...{ type: 'bill', id: BILL, version: 2, event: 'changed' },
    state: { vendor_id: VENDOR, outstanding_balance: amount },
  })
  const changed = [...DRAFTS, later(1)]
  for (const [told, lines] of [
    [1, []],
    [2, [`BILLING, bill ${BILL}, /outstanding_balance: it is not what the last leaf of it says`]],
  ] as const) {
    const source = new MemorySource(undefined, DRAFTS)
    const pauses: number[] = []
    const current = statesOf([...DRAFTS, later(told)])
    source.current.BILLING = current
    Object.assign(source, {
      pause: async (tries: number) => {
        pauses.push(tries)
        if (tries === 2)
          source.logs.BILLING = sealedLog('BILLING', changed).map((leaf, at) => ({
            ...leaf,
            hash: at < DRAFTS.length ? leaf.hash : null,
          }))
      },
    })
    expect((await run(source)).lines).toEqual(lines)
    expect(pauses).toEqual([1, 2])
  }
})
