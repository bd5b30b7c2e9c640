/** The owner pays money in, an entry is wrong and taken back, and departments are told apart by tags. */
import { waitFor } from '@pacioli/testing'
import { credit, debit, named } from '../../src/books.ts'
import type { Telling } from '../telling.ts'

export async function keepChart(telling: Telling): Promise<string> {
  const { data: account } = await telling.tell('createAccount', {
    body: { name: 'Petty cash', account_subtype: 'CASH', stable_name: 'PETTY_CASH', account_number: '1015' },
  })
  const path = { accountId: account.id.id }
  await telling.tell('updateAccount', { path, body: { name: 'Petty cash, Boston', account_number: null } })
  await telling.tell('getChartOfAccounts')
  return account.id.id
}

export async function defineTags(telling: Telling): Promise<void> {
  const { data: dimension } = await telling.tell('createTagDimension', {
    body: {
      key: 'department',
      display_name: 'Department',
      strictness: 'NON_BALANCING',
      user_visible: true,
      defined_values: [{ value: 'consulting', display_name: 'Consulting' }],
    },
  })
  const path = { dimensionId: dimension.id }
  const { data: value } = await telling.twice('createTagValue', {
    path,
    body: { value: 'workshop', display_name: 'Workshop' },
  })
  await telling.tell('listTagValues', { path })
  await telling.tell('updateTagValue', { path: { definitionId: value.id }, body: { display_name: 'Workshop, Boston' } })
  await telling.tell('updateTagDimension', { path, body: { display_name: 'Cost center' } })
  await telling.tell('getTagDimension', { path })
  await telling.tell('listTagDimensions')
  const { data: mistake } = await telling.tell('createTagDimension', { body: { key: 'departement' } })
  await telling.tell('deleteTagDimension', { path: { dimensionId: mistake.id } })
}

export async function keepJournal(telling: Telling, pettyCash: string): Promise<void> {
  await telling.twice('postJournalEntry', {
    body: {
      external_id: 'sale-2025-0042',
      entry_at: '2025-12-01T17:00:00Z',
      memo: 'Consulting, November',
      reference_number: 'S-42',
      line_items: [
        debit('BANK_ACCOUNTS', 125_000),
        credit('SALES', 125_000, { tags: [{ key: 'department', value: 'consulting' }] }),
      ],
    },
  })
  const { data: posted } = await telling.tell('postJournalEntries', {
    body: [
      {
        external_id: 'petty-cash-1',
        entry_at: '2025-12-02T17:00:00Z',
        memo: 'For small things',
        line_items: [debit(pettyCash, 20_000), credit('BANK_ACCOUNTS', 20_000)],
      },
    ],
  })
  const { data: wrong } = await telling.tell('postJournalEntry', {
    body: {
      external_id: 'sale-2025-0043',
      entry_at: '2025-12-02T18:00:00Z',
      line_items: [debit('BANK_ACCOUNTS', 125_000), credit('SALES', 125_000)],
    },
  })
  const path = { entryId: wrong.id }
  await telling.twice('reverseEntry', { path, body: { memo: 'Entered twice' } })
  await telling.tell('getEntry', { path })
  await telling.tell('listEntries', { query: { external_id: 'sale-2025-0042' } })
  await telling.tell('listAccountLines', { path: { accountId: pettyCash } })
  await telling.tell('listAccountBalances', { query: { end_date: '2025-12-31' } })
  const body = {
    key_values: [{ key: 'department', value: 'workshop' }],
    entity_type: 'JOURNAL_ENTRY',
    entity_ids: posted.map(({ id }) => id),
  }
  await telling.tell('applyTags', { body })
  await telling.tell('removeTags', { body })
}

/** The year is closed, which is looked at before, and opened again. */
export async function closeYear(telling: Telling): Promise<void> {
  const body = { year: 2025, memo: 'Annual close', reference_number: 'FY25' }
  await telling.tell('previewRetainedEarningsClosing', { body })
  const { data } = await telling.twice('closeRetainedEarnings', { body })
  const path = { closingId: data[0]?.id ?? '' }
  await waitFor('all closings to be sealed', async () => {
    const { data: made } = (await telling.api.call('listClosingActions')).body
    return made.every(({ seal }) => seal !== null)
  })
  await telling.tell('getClosingAction', { path })
  await telling.tell('listClosingActions')
  await telling.twice('reverseClosingAction', { path, body: { memo: 'An invoice was missing' } })
}

export const by = (account: string) => ({ account_identifier: named(account) })
