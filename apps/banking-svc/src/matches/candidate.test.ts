import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { closedAs, isUnreported, misfitOfCandidate, misfitOfTransfer, isPostedTo, type Candidate } from './candidate.ts'
import {
  candidateOfDocument,
  candidateOfState,
  candidatesOfEntry,
  entryFrom,
  type EntryState,
} from './candidate.events.ts'

const BANK = randomUUID()
const rules = { roundingThreshold: 2, adjustmentThreshold: 10.5, suggestsAdjustments: true }

const entry = (given: Partial<EntryState> = {}): EntryState => ({
  id: randomUUID(),
  entryType: 'MANUAL',
  sourceType: null,
  sourceId: null,
  isReversal: false,
  isReversed: false,
  entryAt: new Date('2026-01-15T00:00:00Z'),
  day: '2026-01-15',
  description: 'Loan',
  lines: [
    { id: randomUUID(), accountId: BANK, amount: 500, direction: 'DEBIT', memo: null },
    { id: randomUUID(), accountId: randomUUID(), amount: 500, direction: 'CREDIT', memo: 'from the bank' },
  ],
  version: 1,
  ...given,
})

describe('an entry of the journal', () => {
  test('has a candidate for each line: a debit is money in, on a bank account as on a credit card', () => {
    const [onBank, onOther] = candidatesOfEntry(entry())
    expect(onBank).toMatchObject({ direction: 'CREDIT', amount: 500, ledgerAccountId: BANK, description: 'Loan' })
    expect(onOther).toMatchObject({ direction: 'DEBIT', amount: 500, description: 'from the bank', isOpen: true })
  })

  test('is a candidate if it is manual, here or at an accounting provider', () => {
    expect(candidatesOfEntry(entry({ sourceType: 'quickbooks_journal_entry' }))).toHaveLength(2)
    for (const other of [
      { sourceType: 'bank_transaction', entryType: 'BANK' },
      { sourceType: 'bank_match', entryType: 'BANK' },
      { entryType: 'OPENING_BALANCE', sourceType: 'opening_balance' },
      { entryType: 'CLOSING_ACTION_RETAINED_EARNINGS' },
      { sourceType: 'invoice_payment' },
      { isReversal: true },
    ])
      expect(candidatesOfEntry(entry(other))).toEqual([])
  })

  test('that a transaction posted is one for the other account alone, dated as the bank reported the transaction', () => {
    const [savings, transactionId] = [randomUUID(), randomUUID()]
    const lines = [
      { id: randomUUID(), accountId: BANK, amount: 500, direction: 'CREDIT' as const, memo: null },
      { id: randomUUID(), accountId: savings, amount: 500, direction: 'DEBIT' as const, memo: null },
    ]
    const posted = { entryType: 'BANK', sourceType: 'bank_transaction', sourceId: transactionId, lines }
    const origin = { ledgerAccountId: BANK, date: new Date('2025-12-31T00:00:00Z'), day: '2025-12-31' }
    const origins = new Map([[transactionId, origin]])
    expect(candidatesOfEntry(entry(posted), origins)).toMatchObject([
      { id: lines[1]?.id, ledgerAccountId: savings, direction: 'CREDIT', amount: 500, day: '2025-12-31', isOpen: true },
    ])
    expect(candidatesOfEntry(entry({ ...posted, isReversed: true }), origins)).toMatchObject([{ isOpen: false }])
    expect(candidatesOfEntry(entry({ ...posted, isReversal: true }), origins)).toEqual([])
    expect(candidatesOfEntry(entry(posted))).toEqual([])
  })

  test('is closed once it is reversed, in any order of its events', () => {
    expect(candidatesOfEntry(entry({ isReversed: true, version: 2 })).map(({ isOpen }) => isOpen)).toEqual([
      false,
      false,
    ])
  })

  test('is read from its event, and an invalid state is refused', () => {
    const state = {
      id: randomUUID(),
      entry_type: 'MANUAL',
      source_type: null,
      reversal_of_id: null,
      reversal_id: null,
      entry_at: '2026-01-15T00:00:00.000Z',
      entry_date: '2026-01-15',
      memo: null,
      reference_number: 'R-7',
      line_items: [{ id: randomUUID(), account_id: BANK, amount: 1, direction: 'DEBIT', memo: null }],
      version: 1,
    }
    expect(entryFrom(state)).toMatchObject({ description: 'R-7', isReversal: false, isReversed: false, version: 1 })
    expect(() => entryFrom({ ...state, line_items: [{ amount: 1.5 }] })).toThrow(/expected text/)
    expect(() => entryFrom({ ...state, entry_at: 'yesterday' })).toThrow(/entry_at: expected an instant/)
  })
})

const document = (given: object = {}) => ({
  is_open: true,
  direction: 'CREDIT',
  amount: 1_000,
  date: '2026-01-31T23:30:00.000Z',
  clearing_account_id: randomUUID(),
  description: 'INV-1',
  customer_id: randomUUID(),
  allocations: [
    { amount: 400, tags: [{ dimension_id: 'a', definition_id: 'b' }] },
    { amount: 600, tags: [] },
  ],
  ...given,
})
const read = (state: unknown): Candidate =>
  candidateOfDocument({ id: randomUUID(), matchType: 'INVOICE_PAYMENT', version: 3, timeZone: 'Europe/Berlin' }, state)

describe('a document', () => {
  test('is a candidate under its own id, on the day of the business', () => {
    const candidate = read(document())
    expect(candidate).toMatchObject({
      matchType: 'INVOICE_PAYMENT',
      day: '2026-02-01',
      ledgerAccountId: null,
      vendorId: null,
      isOpen: true,
      version: 3,
      allocations: [{ amount: 400, tags: [{ dimensionId: 'a', definitionId: 'b' }] }, { amount: 600 }],
    })
    expect(candidate.subjectId).toBe(candidate.id)
    expect(read(document({ is_open: false })).isOpen).toBe(false)
  })

  test('that is closed, or of zero, is stored as closed, without its parts', () => {
    for (const given of [
      { is_open: false, allocations: [] },
      { is_open: false, amount: 999 },
      { amount: 0, allocations: [] },
      { amount: 0, allocations: [{ amount: 0, tags: [] }] },
    ])
      expect(read(document(given))).toMatchObject({ isOpen: false, allocations: [], version: 3 })
    expect(() => read(document({ amount: -1 }))).toThrow(/amount: expected 0 or more, got -1/)
  })

  test('is closed, with nothing else, where no bank will report it', () => {
    const closed = { isOpen: false, amount: 0, allocations: [], clearingAccountId: null, version: 3 }
    expect(read(null)).toMatchObject(closed)
    expect(isUnreported(read(null))).toBe(true)
    for (const given of [{}, { is_open: false }, { amount: 0 }]) expect(isUnreported(read(document(given)))).toBe(false)
    const known = read(document())
    expect(closedAs(known, 4)).toEqual({ ...known, isOpen: false, allocations: [], version: 4 })
  })

  test('is read from an event of billing: payments, refund payments, payouts, and bills that are expenses', () => {
    const id = randomUUID()
    const candidate = (aggregate: string, data: object) =>
      candidateOfState({ aggregate, id, data: { version: 7, ...data } }, 'UTC')
    const match_candidate = document({ direction: 'DEBIT', customer_id: null })
    expect(candidate('bill_payment', { match_candidate })).toMatchObject({ id, matchType: 'BILL_PAYMENT', version: 7 })
    expect(candidate('bill', { is_expense: true, match_candidate })).toMatchObject({ id, matchType: 'EXPENSE' })
    expect(candidate('bill', { is_expense: false, match_candidate: null })).toBeUndefined()
    expect(candidate('bill', { is_expense: false })).toBeUndefined()
    expect(candidate('vendor', {})).toBeUndefined()
    expect(candidate('invoice_payment', { match_candidate })).toMatchObject({ id, matchType: 'INVOICE_PAYMENT' })
    expect(candidate('refund_payment', { match_candidate: null })).toMatchObject({ matchType: 'REFUND_PAYMENT' })
    expect(candidate('payout', { match_candidate })).toMatchObject({ id, matchType: 'PAYOUT', customerId: null })
    expect(() => candidate('bill_payment', {})).toThrow(/match_candidate: expected an object/)
    expect(() => candidate('bill', { is_expense: true })).toThrow(/match_candidate: expected an object/)
    expect(() => candidate('bill_payment', { match_candidate, version: 'seven' })).toThrow(/version/)
  })

  test('whose allocations are not its amount is no candidate', () => {
    expect(() => read(document({ amount: 999 }))).toThrow(/sum to 999, got a sum of 1000/)
    expect(() => read(document({ allocations: [] }))).toThrow(/allocations/)
    expect(() => read(document({ allocations: [1_000, 0].map((amount) => ({ amount, tags: [] })) }))).toThrow(
      /parts other than zero/,
    )
  })

  test('may have parts in the other direction, such as a refund in a payout', () => {
    const allocations = [1_200, -200].map((amount) => ({ amount, tags: [] }))
    expect(read(document({ allocations }))).toMatchObject({ amount: 1_000, allocations })
  })
})

describe('the amounts of a match', () => {
  const side = (bankAccountId: string, direction: 'CREDIT' | 'DEBIT', amount: number) => ({
    bankAccountId,
    direction,
    amount,
  })

  test('of a transfer may differ by the rounding threshold and no more', () => {
    expect(misfitOfTransfer(side('a', 'DEBIT', 100), side('b', 'CREDIT', 102), rules)).toBeUndefined()
    expect(misfitOfTransfer(side('a', 'DEBIT', 100), side('b', 'CREDIT', 98), rules)).toBeUndefined()
    expect(misfitOfTransfer(side('a', 'DEBIT', 100), side('b', 'CREDIT', 103), rules)).toMatch(/3 apart; at most 2/)
    expect(misfitOfTransfer(side('a', 'DEBIT', 100), side('b', 'DEBIT', 100), rules)).toMatch(/both are DEBIT/)
    expect(misfitOfTransfer(side('a', 'DEBIT', 100), side('a', 'CREDIT', 100), rules)).toMatch(/one bank account/)
    expect(misfitOfTransfer(side('a', 'DEBIT', 1), side('b', 'CREDIT', 0), rules)).toMatch(/zero/)
  })

  test('of a document may differ by the adjustment threshold, of an entry not at all', () => {
    const candidate = read(document())
    const misfit = (amount: number, given: Partial<Candidate> = {}) =>
      misfitOfCandidate(side('a', 'CREDIT', amount), { ...candidate, ...given }, BANK, rules)
    expect(misfit(990)).toBeUndefined()
    expect(misfit(1_010)).toBeUndefined()
    expect(misfit(989)).toMatch(/11 apart; at most 10.5/)
    const entry = { matchType: 'JOURNAL_ENTRY', ledgerAccountId: BANK, clearingAccountId: null } as const
    expect(misfit(1_000, entry)).toBeUndefined()
    expect(misfit(1_001, entry)).toMatch(/1 apart; at most 0/)
    expect(misfit(1_000, { ...entry, ledgerAccountId: randomUUID() })).toMatch(/another bank account/)
    expect(misfit(1_000, { direction: 'DEBIT' })).toMatch(/CREDIT is money in/)
    expect(misfit(0)).toMatch(/zero/)
  })

  test('of a document that was cleared by the bank account itself are equal: it is in the books already', () => {
    const candidate = { ...read(document()), clearingAccountId: BANK }
    expect(isPostedTo(candidate, BANK)).toBe(true)
    expect(misfitOfCandidate(side('a', 'CREDIT', 1_000), candidate, BANK, rules)).toBeUndefined()
    expect(misfitOfCandidate(side('a', 'CREDIT', 999), candidate, BANK, rules)).toMatch(/at most 0/)
  })

  test("of a document that was cleared by another bank account are that bank account's", () => {
    const candidate = { ...read(document()), clearingAccountId: BANK }
    const misfit = (bankAccounts?: Set<string>) =>
      misfitOfCandidate(side('b', 'CREDIT', 1_000), candidate, randomUUID(), rules, bankAccounts)
    expect(misfit(new Set([BANK]))).toMatch(/another bank account/)
    expect(misfit()).toBeUndefined()
    expect(misfit(new Set([randomUUID()]))).toBeUndefined()
  })
})
