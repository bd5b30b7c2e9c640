import { describe, expect, test } from 'vitest'
import { Closings } from './closings.ts'
import { lineOf } from './finding.ts'
import type { Leaf } from './leaf.ts'
import type { LogName } from './source.ts'

const leaf = (aggregate_type: string, aggregate_id: string, state: Record<string, unknown>, version = 1): Leaf => ({
  log: 'LEDGER',
  business_id: 'b',
  position: 7,
  recorded_at: '2026-01-01T00:00:00.000Z',
  aggregate_type,
  aggregate_id,
  version,
  event_type: 'created',
  state,
  hidden: {},
})

const entry = (id: string, more: Record<string, unknown> = {}): Leaf =>
  leaf('entry', id, { entry_type: 'CLOSING_ACTION_RETAINED_EARNINGS', source_id: 'c', reversal_of_id: null, ...more })
const closing = (more: Record<string, unknown> = {}, version = 1): Leaf =>
  leaf(
    'closing_action',
    'c',
    { primary_entry_id: 'e', secondary_entry_ids: ['f'], reversed_at: null, ...more },
    version,
  )
const AT = { reversed_at: '2026-02-01T00:00:00.000Z' }

type In = { isWhole?: boolean; log?: LogName }

function linesOf(leaves: readonly Leaf[], { isWhole = true, log = 'LEDGER' }: In = {}): string[] {
  const closings = new Closings()
  for (const one of leaves) closings.add(log, one)
  return [...closings.findings(isWhole)].map(lineOf)
}
const WHERE = 'LEDGER, position 7, closing_action c:'

describe('a closing', () => {
  test('names entries that it made, whichever comes first in the log', () => {
    expect(linesOf([entry('e'), entry('f'), closing()])).toEqual([])
    expect(linesOf([closing(), entry('f'), entry('e')])).toEqual([])
  })

  test('that names an entry which is not there, or is of another closing or of none, is found', () => {
    const missing = [`${WHERE} no leaf is of an entry f that it made`]
    expect(linesOf([entry('e'), closing()])).toEqual(missing)
    expect(linesOf([entry('e'), entry('f', { source_id: 'd' }), closing()])).toEqual(missing)
    expect(linesOf([entry('e'), entry('f', { entry_type: 'MANUAL' }), closing()])).toEqual(missing)
  })

  test('that names no entries is found', () => {
    const problem = `${WHERE} expected a closing with the ids of its entries`
    expect(linesOf([closing({ primary_entry_id: null, secondary_entry_ids: [] })])).toEqual([problem])
    expect(linesOf([entry('e'), closing({ secondary_entry_ids: 'f' })])).toEqual([problem])
  })

  test('that is reversed has each of its entries reversed', () => {
    const made = [entry('e'), entry('f'), closing()]
    const undone = ['e', 'f'].map((id) => entry(`not ${id}`, { reversal_of_id: id }))
    expect(linesOf([...made, ...undone, closing(AT, 2)])).toEqual([])
    expect(linesOf([...made, ...undone.slice(0, 1), closing(AT, 2)])).toEqual([
      `${WHERE} it is reversed, and no leaf is of a reversal of its entry f`,
    ])
  })

  test('may have made entries before a log that does not begin with the business', () => {
    expect(linesOf([closing(AT)], { isWhole: false })).toEqual([])
    expect(linesOf([entry('e', { source_id: 'd' }), closing()], { isWhole: false })).toEqual([
      `${WHERE} no leaf is of an entry e that it made`,
    ])
  })

  test('is in the log of the ledger alone', () => {
    expect(linesOf([closing()], { log: 'BILLING' })).toEqual([])
  })
})
