/** Two things happen to an invoice at the very same moment: what comes second finds what the first has left. */
import { expect } from 'vitest'
import { send } from './api.ts'
import type { Books } from './books.ts'
import { CREDITS, LIABILITIES, RECEIVABLE, RETURNS, UNDEPOSITED } from './receivables-model.ts'
import type { Data } from './shapes.ts'

const AT_ONCE = 8
const TOTAL = 1_000

/** How many pairs the one and how many the other came first in. */
export type Won = { one: number; other: number }

type Request = { path: string; body: object }

/** What the one that comes second is told: the name of its refusal, or null where both can happen. */
type Second = string | null

export type Race = {
  isPaidBefore: boolean
  one: Request
  other: Request
  /** What `other` is told where `one` came first. */
  afterOne: Second
  /** What `one` is told where `other` came first. */
  afterOther: Second
  /** What the books say of so many pairs. */
  balances: (won: Won) => Record<string, number>
}

const pay = { path: 'payment', body: { method: 'CHECK', amount: TOTAL } }
const writeOff = { path: 'write-off', body: { amount: TOTAL } }
const refund = { path: 'refund', body: { method: 'CHECK', refunded_amount: TOTAL } }
const takeOut = { path: 'void', body: {} }
const moveOut = { path: 'void', body: { move_payments_to_credit: true } }

export const RACES: Readonly<Record<string, Race>> = {
  'voided while they are paid': {
    isPaidBefore: false,
    one: takeOut,
    other: pay,
    afterOne: 'InvoiceVoided',
    afterOther: 'InvoiceHasPayments',
    balances: ({ other }) => ({ SALES: other * TOTAL, [UNDEPOSITED]: other * TOTAL }),
  },
  'paid while they are written off': {
    isPaidBefore: false,
    one: pay,
    other: writeOff,
    afterOne: 'OverAllocated',
    afterOther: 'OverAllocated',
    balances: ({ one, other }) => ({
      SALES: (one + other) * TOTAL,
      [UNDEPOSITED]: one * TOTAL,
      BAD_DEBT: other * TOTAL,
    }),
  },
  'refunded twice': {
    isPaidBefore: true,
    one: refund,
    other: refund,
    afterOne: 'OverRefunded',
    afterOther: 'OverRefunded',
    balances: ({ one, other }) => ({ SALES: (one + other) * TOTAL, [RETURNS]: (one + other) * TOTAL }),
  },
  'voided while they are refunded': {
    isPaidBefore: true,
    one: moveOut,
    other: refund,
    afterOne: 'InvoiceVoided',
    // What was refunded is taken out of what becomes the customer's credit.
    afterOther: null,
    balances: ({ one }) => ({ [UNDEPOSITED]: one * TOTAL, [CREDITS]: one * TOTAL }),
  },
}

/** So many pairs, some of them at the same moment; the books say what the winners say. */
export async function raceOnInvoices(books: Books, race: Race, pairs: number): Promise<Won> {
  const won: Won = { one: 0, other: 0 }
  await postTo(books, 'customers', { external_id: 'raced' })
  let begun = 0
  const work = async (): Promise<void> => {
    while (begun < pairs) {
      begun += 1
      won[await runPair(books, race)] += 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const expected = { SALES: 0, [UNDEPOSITED]: 0, [CREDITS]: 0, [RETURNS]: 0, ...race.balances(won) }
  const settled = { [RECEIVABLE]: 0, [LIABILITIES]: 0 }
  const balances = await books.balances({ reporting_basis: 'ACCRUAL' })
  const sides = Object.keys({ ...expected, ...settled }).map((name) => [name, Math.abs(balances[name] ?? 0)])
  expect(Object.fromEntries(sides)).toEqual({ ...expected, ...settled })
  return won
}

async function runPair(books: Books, { isPaidBefore, one, other, afterOne, afterOther }: Race): Promise<keyof Won> {
  const { text } = await postTo(books, 'invoices', {
    customer_external_id: 'raced',
    line_items: [{ account_identifier: { type: 'StableName', stable_name: 'SALES' }, unit_price: TOTAL }],
    ...(isPaidBefore ? { payments: [pay.body] } : {}),
  })
  const { id } = (JSON.parse(text) as Data<{ id: string }>).data
  const told = await Promise.all([one, other].map(({ path, body }) => postTo(books, `invoices/${id}/${path}`, body)))
  const refusals = told.map(({ status, text: said }) => (status < 300 ? null : `${status} ${enumIn(said)}`))
  const hasOneWon = refusals[0] === null && (afterOne === null || refusals[1] !== null)
  expect(refusals).toEqual(hasOneWon ? [null, refusalOf(afterOne)] : [refusalOf(afterOther), null])
  return hasOneWon ? 'one' : 'other'
}

const refusalOf = (second: Second): string | null => (second === null ? null : `422 ${second}`)

const enumIn = (text: string): string => String((JSON.parse(text) as { error_enum?: string }).error_enum)

function postTo({ api, id }: Books, path: string, body: object) {
  const headers = { authorization: `Bearer ${api.token}`, 'content-type': 'application/json' }
  return send('POST', `${api.baseUrl}/v1/businesses/${id}/${path}`, headers, JSON.stringify(body))
}
