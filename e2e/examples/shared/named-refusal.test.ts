import { PacioliError } from '@pacioli/client'
import { expect, test } from 'vitest'
import { namingRefused } from './named-refusal.ts'

const refused =
  (field: string | undefined, status = 422) =>
  () => {
    const body = { error_enum: 'X', description: 'No.', meta: field === undefined ? {} : { field } }
    return Promise.reject(new PacioliError('POST /x', new Response(null, { status }), JSON.stringify(body), 0))
  }

test.each([
  ['1.line_items.0.unit_price', 'The bill b was refused: No. (1.line_items.0.unit_price)'],
  ['bills.0.received_at', 'The bill a was refused: No. (bills.0.received_at)'],
  [undefined, 'One of The bill a and 1 others was refused: No.'],
])('of several things, the one at %s is named', async (field, words) => {
  await expect(namingRefused(['The bill a', 'The bill b'], refused(field))).rejects.toThrow(words)
})

test('one thing is named whatever the field, and what is no refusal stays as it is', async () => {
  await expect(namingRefused(['The bill a'], refused('line_items.3.amount'))).rejects.toThrow('The bill a was refused')
  await expect(namingRefused(['The bill a'], refused('x', 503))).rejects.toThrow(PacioliError)
  expect(await namingRefused(['The bill a'], () => Promise.resolve(7))).toBe(7)
})
