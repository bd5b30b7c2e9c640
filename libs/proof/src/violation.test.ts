import { expect, test } from 'vitest'
import { invariantsIn, type Violation } from './proof.store.ts'
import { judge, violated, rowNamed } from './violation.ts'

const [HELD, NOW] = [new Date('2026-11-28T00:00:00Z'), new Date('2026-11-29T00:00:00Z')]
const of = { businessId: 'b', scope: 'OWN' as const, began: NOW, now: NOW, heldAt: HELD, newId: () => 'new' }
const known: Violation = {
  businessId: 'b',
  id: 'known',
  invariant: 'one',
  scope: 'OWN',
  rowCount: 1,
  details: ['row 1'],
  heldAt: null,
  foundAt: HELD,
  seenAt: HELD,
  resolvedAt: null,
  version: 1,
}

test('wrong rows are gathered by what they violate', () => {
  const found = violated([
    { invariant: 'one', detail: 'row 1' },
    { unchecked: 'three', reason: 'busy' },
    { invariant: 'two', detail: 'row 2' },
    { invariant: 'one', detail: 'row 3' },
  ])
  expect([...found]).toEqual([
    ['one', ['row 1', 'row 3']],
    ['two', ['row 2']],
  ])
})

test('what is found anew begins when it was last seen to hold', () => {
  const { added, seen, resolved } = judge(new Map([['one', ['row 1']]]), [], new Set(), of)
  expect(added).toEqual([{ ...known, id: 'new', heldAt: HELD, foundAt: NOW, seenAt: NOW }])
  expect([seen, resolved]).toEqual([[], []])
})

test('what goes on is the same violation, with what is wrong now', () => {
  const judged = judge(new Map([['one', ['row 1', 'row 2']]]), [known], new Set(), of)
  expect(judged).toEqual({
    added: [],
    seen: [{ ...known, rowCount: 2, details: ['row 1', 'row 2'], seenAt: NOW }],
    resolved: [],
  })
})

test('of many rows twenty are named, and all are counted', () => {
  const rows = Array.from({ length: 30 }, (_, index) => `row ${index}`)
  const [one] = judge(new Map([['one', rows]]), [], new Set(), of).added
  expect([one?.rowCount, one?.details]).toEqual([30, rows.slice(0, 20)])
})

test('what holds again is resolved, as its next version', () => {
  const { resolved } = judge(new Map(), [known], new Set(), of)
  expect(resolved).toEqual([{ ...known, resolvedAt: NOW, version: 2 }])
})

test('what was seen after the audit began, it cannot have found mended', () => {
  const { seen, resolved } = judge(new Map(), [known], new Set(), { ...of, began: new Date(HELD.getTime() - 1) })
  expect([seen, resolved]).toEqual([[], []])
})

test('what could not be checked stays as it is', () => {
  expect(judge(new Map(), [known], new Set(['one']), of)).toEqual({ added: [], seen: [], resolved: [] })
})

test('a check function names its invariants before their details, or with what it compares', () => {
  expect(
    invariantsIn(`
      RETURN QUERY
        SELECT 'an entry balances', format('entry %s', e.id) FROM journal_entries e;
      RETURN QUERY
        SELECT 'a credit''s rest is kept',
               format('%s: %s', id, CASE WHEN here THEN 'is named and does not stand' ELSE 'stands' END) FROM x;
      SELECT k.* FROM o CROSS JOIN LATERAL (VALUES
        ('A', o.a, true,
         'accounts payable is open bills'),
        ('B', -o.b, false, 'credits are what customers have')
      ) AS k(name, amount, alone, invariant)
      RETURN QUERY
        SELECT CASE WHEN b.status = 'OPEN' THEN 'a bill is paid what is allocated to it'
                    WHEN b.paid < 0 THEN 'no bill''s balance is below zero'
                    ELSE 'the status of a bill follows' END,
               format('bill %s', b.id)
          FROM (SELECT CASE WHEN paid = 0 THEN 'PAID' ELSE 'OPEN' END AS status FROM bills) b;`).sort(),
  ).toEqual([
    'a bill is paid what is allocated to it',
    "a credit's rest is kept",
    'accounts payable is open bills',
    'an entry balances',
    'credits are what customers have',
    "no bill's balance is below zero",
    'the status of a bill follows',
  ])
})

test('a row is known by its ids, or by its words without the figures', () => {
  const [one, other] = ['01a22602-2c58-741e-840a-5b325562bd94', '01a22602-2c58-741e-840a-5b325562bd95']
  expect(rowNamed(`account ${one}: kept 5, lines 7`)).toBe(rowNamed(`account ${one}: kept 6, lines 8`))
  expect(rowNamed(`account ${one}: kept 5`)).not.toBe(rowNamed(`account ${other}: kept 5`))
  expect(rowNamed('the balance is 5, the lines come to 7')).toBe(rowNamed('the balance is 15, the lines come to 17'))
})
