/** Entries of bills, and changes in the ledger, for tests. */
import { ChartOfAccountsService, type ChartNode__Output, type LedgerEntry__Output } from '@pacioli/protos/ledger'
import { clientOfService, type BusinessWrite } from '@pacioli/rpc'
import type { TestBilling } from './billing.test-helpers.ts'
import { entriesOf } from './ledger.test-helpers.ts'

const contextOf = ({ clientId, businessId }: BusinessWrite) => ({ context: { clientId, businessId } })

/** A line as text, with its tags: `Dr COGS 100 region:north`. */
const lineInWords = ({ account, amount, direction, transaction_tags }: LedgerEntry__Output['line_items'][number]) => {
  const name = account?.stable_name?.stable_name ?? account?.name ?? ''
  const tags = transaction_tags.map(({ key, value }) => ` ${key}:${value}`).sort()
  return `${direction === 'DEBIT' ? 'Dr' : 'Cr'} ${name} ${amount}${tags.join('')}`
}

const entryInWords = (entry: LedgerEntry__Output): [string, string[]] => [
  `${entry.reversal_of_id === undefined ? '' : 'reversal '}${entry.basis} ${entry.entry_at.slice(0, 10)}`,
  entry.line_items.map(lineInWords),
]

/** All entries of a document, reversals too, each `ACCRUAL 2026-01-10` with its lines. */
export async function postedOf(
  billing: TestBilling,
  request: BusinessWrite,
  documentId: string | undefined,
): Promise<[string, string[]][]> {
  return (await entriesOf(billing, request, documentId)).map(entryInWords)
}

/** Its standing entries: neither reversals nor reversed ones. */
export async function standingOf(
  billing: TestBilling,
  request: BusinessWrite,
  documentId: string | undefined,
): Promise<[string, string[]][]> {
  return (await entriesOf(billing, request, documentId))
    .filter((entry) => entry.reversal_id === undefined && entry.reversal_of_id === undefined)
    .map(entryInWords)
}

async function withChart<Answer>(
  { ledgerProcess }: TestBilling,
  act: (chart: ReturnType<typeof clientOfService<typeof ChartOfAccountsService>>['client']) => Promise<Answer>,
): Promise<Answer> {
  const { client, close } = clientOfService(ChartOfAccountsService, { target: ledgerProcess.target, count: 1 })
  return act(client).finally(close)
}

/** Opens an account of the chart and returns its id. */
export const openAccount = (
  billing: TestBilling,
  request: BusinessWrite,
  account: { name: string; account_subtype: string; stable_name?: string },
): Promise<string> =>
  withChart(billing, async (chart) => {
    const { message } = await chart.CreateAccount(account, contextOf(request))
    return message.data?.id?.id ?? ''
  })

/** @param account_id or a stable name */
export const changeAccount = (
  billing: TestBilling,
  request: BusinessWrite,
  account_id: string,
  change: { archived?: boolean; name?: string; stable_name?: string; account_subtype?: string },
): Promise<void> =>
  withChart(billing, async (chart) => {
    await chart.UpdateAccount({ account_id, ...change }, contextOf(request))
  })

/** The stable names of tax accounts in the chart: of purchases, unless another prefix is given. */
export const taxAccountsOf = (
  billing: TestBilling,
  request: BusinessWrite,
  prefix = 'SALES_TAXES:',
): Promise<string[]> =>
  withChart(billing, async (chart) => {
    const { message } = await chart.GetChart({}, contextOf(request))
    const all = (nodes: readonly ChartNode__Output[]): string[] =>
      nodes.flatMap((node) => [node.stable_name?.stable_name ?? '', ...all(node.sub_accounts)])
    return all(message.accounts).filter((name) => name.startsWith(prefix))
  })

/** Events of a document, in the order of its versions. */
export async function eventsOf(
  { relayDb }: TestBilling,
  { businessId }: BusinessWrite,
  id: string,
): Promise<{ type: string; source: string; data: Record<string, unknown> }[]> {
  const rows = await relayDb.call<{ event: string }>(
    'SELECT event FROM events WHERE business_id = $1 AND aggregate_id = $2 ORDER BY version',
    [businessId, id],
    businessId,
  )
  return rows.map(({ event }) => JSON.parse(event) as { type: string; source: string; data: Record<string, unknown> })
}
