import { expect, test } from 'vitest'
import { headingOf, publicHead, statementHeadingOf, type ReportHead } from './report-head.ts'
import { sampleHead, samplePositions } from './report-head.test-helpers.ts'

const compared: ReportHead = {
  ...sampleHead,
  business: { ...sampleHead.business, legalName: 'Paper & Co' },
  basis: 'CASH',
  periods: [
    { start: undefined, end: '2026-03-31' },
    { start: undefined, end: '2026-02-28' },
  ],
  filters: { tag_key: 'region', tag_values: ['north', 'south'], split_by: 'project', compare_to: 'PREVIOUS_PERIOD' },
  through: null,
}

const now = { positions: samplePositions, isAsked: false }

test('a response says of a report what it is', () => {
  expect(publicHead(sampleHead, samplePositions)).toEqual({
    business_id: sampleHead.business.id,
    report: 'PROFIT_AND_LOSS',
    party: null,
    reporting_basis: 'ACCRUAL',
    currency: 'USD',
    time_zone: 'America/New_York',
    effective_date: null,
    start_date: '2026-01-01',
    end_date: '2026-03-31',
    filters: {
      tag_key: null,
      tag_values: [],
      split_by: null,
      compare_to: null,
      comparison_periods: null,
      account_id: null,
      include_documents: null,
    },
    generated_at: '2026-04-01T12:00:00.000Z',
    through: 'ledger:17,banking:3,billing:9',
  })
})

test('what was not said is told as it was taken: one period to compare with', () => {
  expect(publicHead(compared, samplePositions)).toMatchObject({
    effective_date: '2026-03-31',
    start_date: null,
    end_date: null,
    filters: {
      tag_key: 'region',
      tag_values: ['north', 'south'],
      split_by: 'project',
      compare_to: 'PREVIOUS_PERIOD',
      comparison_periods: 1,
    },
    through: 'ledger:17,banking:3,billing:9',
  })
})

test('a workbook says it in its heading', () => {
  expect(headingOf(sampleHead, now)).toEqual({
    title: 'Profit and loss',
    subtitles: [
      '2026-01-01 to 2026-03-31',
      'Accrual basis, USD, days in America/New_York',
      'Recorded through ledger:17,banking:3,billing:9',
      'Generated 2026-04-01T12:00:00.000Z, complete through 2026-04-01T11:59:59.000Z',
    ],
  })
  expect(headingOf({ ...compared, filters: { ...compared.filters, account_id: 'CASH' } }, now).subtitles).toEqual([
    'Paper & Co',
    'As of 2026-03-31 / As of 2026-02-28',
    'Cash basis, USD, days in America/New_York',
    'region: north, south',
    'By project',
    'Only account CASH',
    'Recorded through ledger:17,banking:3,billing:9',
    'Generated 2026-04-01T12:00:00.000Z, not known through when it is complete',
  ])
})

test('the heading of the same that was recorded is the same again, but for when it was generated', () => {
  const again = {
    ...sampleHead,
    generatedAt: new Date('2026-05-01T12:00:00Z'),
    through: new Date('2026-05-01T12:00:00Z'),
  }
  const asked = { ...now, isAsked: true }
  for (const of of [headingOf, statementHeadingOf]) {
    expect(of(again, asked).subtitles.slice(0, -1)).toEqual(of(sampleHead, now).subtitles.slice(0, -1))
    expect(of(again, asked).subtitles.at(-1)).toBe('Generated 2026-05-01T12:00:00.000Z')
  }
})

const ofParty: ReportHead = {
  ...sampleHead,
  title: 'Customer Statement',
  business: { ...sampleHead.business, legalName: 'Paper & Co' },
  party: { id: 'a', name: 'Ada', address: '12 St James Square\nLondon' },
}

test('a report about a vendor or customer names them', () => {
  expect(publicHead(ofParty, samplePositions)).toMatchObject({ party: ofParty.party })
  expect(headingOf(ofParty, now).subtitles.slice(0, 3)).toEqual(['Paper & Co', 'Ada', '2026-01-01 to 2026-03-31'])
})

test('a statement is headed by who sends it, and addressed', () => {
  expect(statementHeadingOf(ofParty, now)).toEqual({
    title: 'Paper & Co',
    subtitles: [
      'Customer Statement',
      'Ada',
      '12 St James Square',
      'London',
      '2026-01-01 to 2026-03-31',
      'Amounts in USD, days in America/New_York',
      'Generated 2026-04-01T12:00:00.000Z, complete through 2026-04-01T11:59:59.000Z',
    ],
  })
  const typed = { id: 'a', name: 'Ada', address: '12 St James Square\r\nLondon\rUK' }
  expect(statementHeadingOf({ ...ofParty, party: typed }, now).subtitles.slice(2, 5)).toEqual([
    '12 St James Square',
    'London',
    'UK',
  ])
  const nameless = { ...ofParty, business: sampleHead.business, party: { id: 'a', name: 'Ada', address: null } }
  expect(statementHeadingOf(nameless, now)).toMatchObject({ title: 'Customer Statement' })
  expect(statementHeadingOf(nameless, now).subtitles[0]).toBe('Ada')
})
