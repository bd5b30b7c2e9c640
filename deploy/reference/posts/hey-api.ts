import { client } from './client.gen.ts'
import { getEntry, postJournalEntry, type JournalEntryInput } from './index.ts'
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
client.setConfig({ auth: token })

const posted = await postJournalEntry({ path: { businessId: business }, body: sale })
if (posted.error) {
  console.log(JSON.stringify({ refused: posted.error.error_enum }))
} else {
  const entryId: string = posted.data.data.id
  const read = await getEntry({ path: { businessId: business, entryId }, throwOnError: true })
  const amounts: number[] = read.data.data.line_items.map((line) => line.amount)
  console.log(JSON.stringify({ posted: posted.data.data, read: read.data.data, amounts }))
}
