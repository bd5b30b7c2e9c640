import { getEntry, postJournalEntry, type JournalEntryInput } from './api.ts'
import { amount, balanced, business, external_id, token } from '../given.ts'

const sale: JournalEntryInput = {
  entry_at: '2026-01-15T12:00:00Z',
  external_id,
  memo: null,
  metadata: { by: external_id },
  line_items: [
    { account_identifier: { type: 'StableName', stable_name: 'CASH' }, amount, direction: 'DEBIT', memo: 'till' },
    { account_identifier: { type: 'StableName', stable_name: 'SALES' }, amount: balanced, direction: 'CREDIT' },
  ],
}
const headers = { authorization: `Bearer ${token}` }

// Parameters of the query come before the options.
const posted = await postJournalEntry(business, sale, undefined, { headers })
if (posted.status === 422) {
  const refused: 'UnbalancedEntry' | string | undefined = posted.data.error_enum
  console.log(JSON.stringify({ refused }))
} else {
  if (posted.status !== 201) throw new Error(`Answered with ${posted.status}`)
  const read = await getEntry(business, posted.data.data.id, { headers })
  if (read.status !== 200) throw new Error(`Answered with ${read.status}`)
  const amounts: number[] = read.data.data.line_items.map((line) => line.amount)
  console.log(JSON.stringify({ posted: posted.data.data, read: read.data.data, amounts }))
}
