import createClient from 'openapi-fetch'
import type { components, paths } from './schema.ts'
import { amount, balanced, baseUrl, business, external_id, token } from '../given.ts'

const sale: components['schemas']['Journal_Entry_Input'] = {
  entry_at: '2026-01-15T12:00:00Z',
  external_id,
  memo: null,
  metadata: { by: external_id },
  line_items: [
    { account_identifier: { type: 'StableName', stable_name: 'CASH' }, amount, direction: 'DEBIT', memo: 'till' },
    { account_identifier: { type: 'StableName', stable_name: 'SALES' }, amount: balanced, direction: 'CREDIT' },
  ],
}
const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } })

const posted = await client.POST('/v1/businesses/{businessId}/ledger/journal-entries', {
  params: { path: { businessId: business } },
  body: sale,
})
if (posted.error) {
  console.log(JSON.stringify({ refused: posted.error.error_enum }))
} else {
  const entryId: string = posted.data.data.id
  const read = await client.GET('/v1/businesses/{businessId}/ledger/entries/{entryId}', {
    params: { path: { businessId: business, entryId } },
  })
  if (!read.data) throw new Error(`Answered with ${read.response.status}`)
  const amounts: number[] = read.data.data.line_items.map((line) => line.amount)
  console.log(JSON.stringify({ posted: posted.data.data, read: read.data.data, amounts }))
}
