/** The examples once more: what they enter is there once, and books that have moved away from their file are told. */
import { expect, test } from 'vitest'
import { exampleOf } from '../examples/shared/example.test-helpers.ts'
import type { Target } from '../src/index.ts'

/** A document that somebody voids, and what the example says of that. */
type Moved = { list: string; externalId: string; tells: readonly string[] }

type Again = {
  name: string
  tells: readonly string[]
  /** Of the second run, where nothing has moved. */
  tellsAgain?: readonly string[]
  /** Under the business that the run names, unless they begin with a slash. */
  lists: readonly string[]
  /** Arguments of the second run. */
  args?: readonly string[]
  moved?: Moved
}

const EXAMPLES: readonly Again[] = [
  { name: 'journal', tells: ['Equal on all 14 accounts.'], lists: ['/v1/businesses'] },
  {
    name: 'bank',
    tells: ['| 4000123456 | 15673.70 | -1143.90 | -13.50 | 14516.30 | 14516.30 | = |'],
    tellsAgain: [
      '| checking-2026-01.ofx | OFX | 4000123456 | 0 | 8 | 0 |',
      '| 4000123456 | 15673.70 | -1143.90 | -13.50 | 14516.30 | 14516.30 | = |',
    ],
    lists: ['/v1/businesses'],
  },
  {
    name: 'payables',
    tells: ['Equal in 7 expense types and 5 open vendors.', 'Equal in 8 expense types and 6 open vendors.'],
    lists: ['vendors', 'bills', 'bills/bill-payments', 'bills/vendor-credits', 'ledger/entries'],
    moved: {
      list: 'bills',
      externalId: 'HWY1005',
      tells: [
        '| Signs and Lines | 1 | 149.50 | 0.00 | 0.00 | 0.00 | 0.00 | 0.00 | DIFFERENT |',
        '| 1001 COASTLINE PAVING LTD | 5902.60 | 5753.10 | DIFFERENT |',
        'Different from the file: Signs and Lines, 1001 COASTLINE PAVING LTD, Accounts payable, accrual',
      ],
    },
  },
  {
    name: 'receivables',
    tells: ['Equal in 5 customers and 4 countries.'],
    lists: ['customers', 'invoices', 'invoices/refunds', 'ledger/entries'],
    args: ['--bulk', '1'],
    moved: {
      list: 'invoices',
      externalId: '700103',
      tells: ['Different: no number, United Kingdom, Accounts receivable, Sales'],
    },
  },
]

/** The tests; the stack is there when they begin. */
export function examplesTwice(at: () => Target): void {
  for (const { name, tells, tellsAgain = tells, lists, args = [], moved } of EXAMPLES) {
    const { example, call, countOf, businessIn } = exampleOf(name, at)
    const fact = moved
      ? 'over books that have moved away from the file, changes nothing and tells of that'
      : 'changes nothing'
    test(`the example of ${name}, run again, ${fact}`, async () => {
      const first = await example()
      for (const what of tells) expect(first.printed).toContain(what)
      expect(first.status).toBe(0)
      const business = businessIn(first.printed)
      if (moved) {
        const list = `${business}/${moved.list}`
        const { data } = await call<{ data: { id: string }[] }>('GET', `${list}?external_id=${moved.externalId}`)
        await call('POST', `${list}/${data[0]?.id}/void`)
      }
      const counts = (): Promise<number[]> =>
        Promise.all(lists.map((list) => countOf(list.startsWith('/') ? list : `${business}/${list}`)))
      const before = await counts()
      const second = await example(...args)
      for (const what of moved?.tells ?? tellsAgain) expect(second.printed).toContain(what)
      expect(second.status).toBe(moved ? 1 : 0)
      expect(businessIn(second.printed)).toBe(business)
      expect(await counts()).toEqual(before)
    })
  }
}
