/** A bill is voided at the very moment at which it is paid: one of the two is refused, whichever comes second. */
import { expect } from 'vitest'
import { send } from './api.ts'
import type { Books } from './books.ts'
import { CLEARING, PAYABLE } from './payables-model.ts'
import type { Data } from './shapes.ts'

const AT_ONCE = 8
const TOTAL = 1_000

/** What won of each pair. */
export type Won = { voided: number; paid: number }

/** So many pairs, some of them at the same moment; the books say what the winners say. */
export async function raceVoidsAgainstPayments(books: Books, pairs: number): Promise<Won> {
  const won: Won = { voided: 0, paid: 0 }
  await postTo(books, 'vendors', { external_id: 'raced', company_name: 'Raced' })
  let begun = 0
  const work = async (): Promise<void> => {
    while (begun < pairs) {
      begun += 1
      won[await race(books)] += 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const balances = await books.balances({ reporting_basis: 'ACCRUAL' })
  expect([balances[PAYABLE] ?? 0, balances.OPERATING_EXPENSES ?? 0]).toEqual([0, won.paid * TOTAL])
  expect(Math.abs(balances[CLEARING] ?? 0)).toBe(won.paid * TOTAL)
  return won
}

async function race(books: Books): Promise<keyof Won> {
  const { text } = await postTo(books, 'bills', {
    vendor_external_id: 'raced',
    line_items: [{ account_identifier: { type: 'StableName', stable_name: 'OPERATING_EXPENSES' }, unit_price: TOTAL }],
  })
  const { id } = (JSON.parse(text) as Data<{ id: string }>).data
  const [voided, paid] = await Promise.all([
    postTo(books, `bills/${id}/void`, {}),
    postTo(books, 'bills/bill-payments', {
      method: 'ACH',
      amount: TOTAL,
      allocations: [{ bill_id: id, amount: TOTAL }],
    }),
  ])
  const shown = [voided, paid].map((answer) => [answer.status, enumIn(answer.text)])
  if (voided.status === 200)
    expect(shown).toEqual([
      [200, undefined],
      [422, 'BillVoided'],
    ])
  else
    expect(shown).toEqual([
      [422, 'BillHasPayments'],
      [201, undefined],
    ])
  return voided.status === 200 ? 'voided' : 'paid'
}

const enumIn = (text: string): unknown => (JSON.parse(text) as { error_enum?: string }).error_enum

function postTo({ api, id }: Books, path: string, body: object) {
  const headers = { authorization: `Bearer ${api.token}`, 'content-type': 'application/json' }
  return send('POST', `${api.baseUrl}/v1/businesses/${id}/${path}`, headers, JSON.stringify(body))
}
