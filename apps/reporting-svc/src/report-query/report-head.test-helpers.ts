import type { ReportHead } from './report-head.ts'

export const sampleHead: ReportHead = {
  name: 'PROFIT_AND_LOSS',
  title: 'Profit and loss',
  business: {
    id: '00000000-0000-4000-8000-00000000000b',
    legalName: null,
    currency: 'USD',
    timeZone: 'America/New_York',
  },
  basis: 'ACCRUAL',
  periods: [{ start: '2026-01-01', end: '2026-03-31' }],
  filters: {},
  left: {},
  generatedAt: new Date('2026-04-01T12:00:00Z'),
  through: new Date('2026-04-01T11:59:59Z'),
}

/** How far the histories of the owners are in it. */
export const samplePositions = { ledger: 17, banking: 3, billing: 9 }
