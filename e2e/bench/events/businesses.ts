/** Businesses that are posted to, and what reporting has of them. */
import type { Stack } from '@pacioli/dev-stack'
import type pg from 'pg'
import { setTimeout as pause } from 'node:timers/promises'
import { entryBody, idsOf } from '../journal/setting.ts'
import { callGateway, type Gateway } from '../tools/gateway.ts'

export type Setting = { stack: Stack; gateway: Gateway; ledger: pg.Pool; reporting: pg.Pool }

export type Posted = {
  id: string
  base: string
  accounts: [string, string]
  /** Entries posted to it so far. */
  entries: number
}

const TIMEOUT_MS = 120_000
const LOOK_MS = 3

/** New businesses, each with two accounts to post between. */
export async function openMany({ gateway }: Setting, count: number): Promise<Posted[]> {
  const opened: Posted[] = []
  for (let index = 0; index < count; index++) {
    const { data } = await callGateway<'createBusiness'>(gateway, '/v1/businesses', { legal_name: `Shop ${index}` })
    const base = `/v1/businesses/${data.id}`
    const chart = await callGateway<'getChartOfAccounts'>(gateway, `${base}/ledger/chart`)
    const [debit = '', credit = ''] = idsOf(chart.data.accounts)
    opened.push({ id: data.id, base, accounts: [debit, credit], entries: 0 })
  }
  return opened
}

/** Posts so many entries in one request. */
export async function postTo({ gateway }: Setting, to: Posted, count = 1): Promise<void> {
  const bodies = Array.from({ length: count }, () => entryBody(...to.accounts))
  await gateway.send('POST', `${to.base}/ledger/journal-entries/bulk`, JSON.stringify(bodies))
  to.entries += count
}

/** How many entries of these businesses reports know of. */
export async function takenOf({ reporting }: Setting, businesses: readonly Posted[]): Promise<number> {
  const { rows } = await reporting.query<{ count: string }>(
    'SELECT count(*) FROM entries WHERE business_id = ANY ($1::uuid[])',
    [businesses.map(({ id }) => id)],
  )
  return Number(rows[0]?.count)
}

/** Waits until reports know of all that was posted to them, or of so many entries. */
export async function untilTaken(
  setting: Setting,
  businesses: readonly Posted[],
  enough = businesses.reduce((sum, { entries }) => sum + entries, 0),
): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS
  while ((await takenOf(setting, businesses)) < enough) {
    if (performance.now() > deadline)
      throw new Error(`Reports did not take in ${enough} entries within ${TIMEOUT_MS} ms.`)
    await pause(LOOK_MS)
  }
}
