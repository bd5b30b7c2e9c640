import { expect, test } from 'vitest'
import { keyOf } from '../read-models/newest.ts'
import { newestEntries, withPartiesOf, type Entry, type EntryLine } from './entry.ts'

const line = (id: string, party: Partial<EntryLine> = {}): EntryLine => ({
  id,
  accountId: 'account',
  amount: 1,
  direction: 'DEBIT',
  memo: null,
  tagValueIds: [],
  customerId: null,
  vendorId: null,
  documentId: null,
  ...party,
})

const entry = (version: number, lines: readonly EntryLine[], id = 'one', businessId = 'b'): Entry => ({
  businessId,
  id,
  basis: 'BOTH',
  isClosing: false,
  day: '2026-01-10',
  entryAt: new Date('2026-01-10T12:00:00Z'),
  memo: null,
  referenceNumber: null,
  sourceType: null,
  sourceId: null,
  reversalOfId: null,
  lines,
  version,
  eventId: `${id} ${version}`,
  recorded: null,
})

const partiesOf = ({ lines }: Entry) => lines.map(({ customerId, vendorId }) => [customerId, vendorId])

test('the newest version of an entry of a business keeps the parties that it leaves out and an earlier one has', () => {
  const named = entry(1, [line('a', { vendorId: 'v' }), line('b', { customerId: 'c' }), line('x')])
  const unnamed = entry(2, [line('a'), line('b'), line('x')])
  const ofOther = entry(3, [line('a', { vendorId: 'other' })], 'one', 'c')
  for (const batch of [
    [named, unnamed],
    [unnamed, named],
  ]) {
    const [newest, ...others] = newestEntries([ofOther, ...batch, entry(1, [line('a')], 'two')])
    expect([newest?.version, others.map(keyOf)]).toEqual([2, ['b two', 'c one']])
    expect(newest && partiesOf(newest)).toEqual([
      [null, 'v'],
      ['c', null],
      [null, null],
    ])
  }
  expect(partiesOf(withPartiesOf(named, unnamed))).toEqual(partiesOf(named))
  expect(withPartiesOf(undefined, unnamed)).toBe(unnamed)
})
