/** How the business stands, on a page and in a file. */
import type { Telling } from '../telling.ts'

const SPAN = { start_date: '2025-12-01', end_date: '2025-12-31' }
const DAY = { effective_date: '2025-12-31' }

export async function report(telling: Telling): Promise<void> {
  for (const kind of ['TrialBalance', 'BalanceSheet', 'ApAging', 'ArAging'] as const) {
    await telling.tell(`get${kind}`, { query: DAY })
    await telling.tell(`export${kind}`, { query: DAY })
  }
  for (const kind of ['ProfitAndLoss', 'CashflowStatement', 'GeneralLedger'] as const) {
    await telling.tell(`get${kind}`, { query: SPAN })
    await telling.tell(`export${kind}`, { query: SPAN })
  }
}
