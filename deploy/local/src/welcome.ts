import { join } from 'node:path'
import type { Stack } from '@pacioli/dev-stack'

type Shown = Pick<Stack, 'baseUrl' | 'dev' | 'stateDir'>

/** What a newcomer needs next: the address, a token, and three commands that work as they are. */
export function welcome({ baseUrl, dev, stateDir }: Shown, took: string): string {
  const books = `${baseUrl}/v1/businesses/${dev.business_id}`
  const bearer = `-H 'Authorization: Bearer ${dev.token}'`
  return `
Pacioli is up after ${took}. Ctrl-C stops it and keeps the data.

  API    ${baseUrl}
  Docs   ${baseUrl}/docs
  State  ${stateDir} (logs in logs/; the values below in ${join(stateDir, 'dev.json')})
  Token  ${dev.token}
         (of the demo client, for 12 hours)

The demo business, a first sale of 125.00 in cash, and the trial balance after it:

curl -s ${bearer} ${books}

curl -s ${bearer} -H 'Content-Type: application/json' -d '${firstSale()}' ${books}/ledger/journal-entries

curl -s ${bearer} ${books}/reports/trial-balance

`
}

function firstSale(): string {
  const line = (stableName: string, direction: 'DEBIT' | 'CREDIT'): object => ({
    account_identifier: { type: 'StableName', stable_name: stableName },
    amount: 12_500,
    direction,
  })
  return JSON.stringify({
    entry_at: new Date().toISOString(),
    memo: 'First sale',
    line_items: [line('CASH', 'DEBIT'), line('SALES', 'CREDIT')],
  })
}
