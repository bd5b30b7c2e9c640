/** What was posted and reversed can leave the range of exact numbers for the days in between: that is told, not guessed. */
import { waitFor } from '@pacioli/testing'
import { beforeAll, expect, test } from 'vitest'
import { newClient, sale, target, type Books } from './src/index.ts'

const MAX_AMOUNT = Number.MAX_SAFE_INTEGER
const RANGE = { status: 422, error_enum: 'AmountOutOfRange' }

let books: Books

/** A slip of January that could only be reversed in February, and the same amount again, posted before it. */
beforeAll(async () => {
  books = await (await newClient(target(), 'range')).books()
  const slip = await books.posted(sale(MAX_AMOUNT, '2026-01-10T12:00:00Z'))
  const close = (closing_date: string | null) =>
    books.api.call('updateAccountingConfiguration', { body: { closing_date } })
  await close('2026-01-31')
  await books.reverse(slip.id)
  await close(null)
  await books.posted(sale(MAX_AMOUNT, '2026-01-05T12:00:00Z'))
})

test('a running balance out of range is refused', async () => {
  const answer = await books.api.call('listAccountLines', { path: { accountId: 'CASH' } })
  expect(answer.refusal).toMatchObject(RANGE)
})

test('balances of a day out of range are refused, those before and after are told', async () => {
  const at = (end_date: string) => books.api.call('listAccountBalances', { query: { end_date } })
  expect((await at('2026-01-20')).refusal).toMatchObject(RANGE)
  for (const day of ['2026-01-06', '2026-02-28'])
    expect(await books.balances({ end_date: day })).toMatchObject({ CASH: MAX_AMOUNT, SALES: MAX_AMOUNT })
})

test('a trial balance out of range is refused once it knows of all three entries', async () => {
  await waitFor('the trial balance to hold all entries', async () => {
    const answer = await books.api.call('getTrialBalance', { query: { effective_date: '2026-01-20' } })
    return answer.status === 422 && answer.refusal
  })
  const exported = await books.api.call('exportTrialBalance', { query: { effective_date: '2026-01-20' } })
  expect(exported.refusal).toMatchObject(RANGE)
  const after = await books.trialBalance({ effective_date: '2026-02-28' })
  expect(JSON.stringify(after)).toContain(String(MAX_AMOUNT))
})
