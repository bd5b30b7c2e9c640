/** The accounts that a previewed write has had opened, and that are not there. Pure. */
import type { Preview } from '@pacioli/rpc'
import type { Books } from './books.ts'
import { chartOf, type Account, type Chart } from '../chart-of-accounts/account.ts'
import { ensureInChart } from '../chart-of-accounts/ensured-account.ts'

/** Of a request: the preview that it is for, if it is for one. */
export type MayPreview = { preview?: Preview | undefined }

/** @throws what `ensureInChart` throws, where the chart has changed since */
export function supposedAccounts(chart: Chart, { preview }: MayPreview, now: Date): Account[] {
  return preview && preview.accounts.length > 0 ? ensureInChart(preview.accounts, chart, now).made : []
}

/** The books as they would be with them. */
export function withSupposed<Facts extends Pick<Books, 'chart'>>(books: Facts, request: MayPreview, now: Date): Facts {
  const supposed = supposedAccounts(books.chart, request, now)
  return supposed.length === 0 ? books : { ...books, chart: chartOf([...books.chart.byId.values(), ...supposed]) }
}
