/** The books of one business over the API: opening them, posting to them, reading what stands in them. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Api } from '../shared/api.ts'
import { accountOfStableName, type AccountInput } from './chart.ts'
import type { BookedAccount } from './compare.ts'
import type { EntryInput } from './entries.ts'

/** Entries in one request: few enough for a progress bar that moves, enough for round trips not to matter. */
const BATCH = 100

/** How long the trial balance, which is made from events, may take to show what was posted. */
const CATCH_UP_MS = 30_000

export type BusinessInput = { external_id: string; legal_name: string; currency: string }

/** The business's base path; the same business again for an external_id that exists. */
export async function openBusiness(api: Api, input: BusinessInput): Promise<string> {
  const { data } = await api<{ data: { id: string } }>('POST', '/v1/businesses', input)
  return `/v1/businesses/${data.id}`
}

/** Opens those accounts that the chart lacks, in the order given. */
export async function openAccounts(api: Api, business: string, accounts: readonly AccountInput[]): Promise<void> {
  const existing = new Set((await balancesOf(api, business)).map(({ stable_name }) => stable_name?.stable_name))
  for (const account of accounts)
    if (!existing.has(account.stable_name)) await api('POST', `${business}/ledger/accounts`, account)
}

/** Posts the entries in batches, each whole or not at all. */
export async function postEntries(
  api: Api,
  business: string,
  entries: readonly EntryInput[],
  onPosted: (count: number) => void,
): Promise<void> {
  for (let from = 0; from < entries.length; from += BATCH) {
    const batch = entries.slice(from, from + BATCH)
    await api('POST', `${business}/ledger/journal-entries/bulk`, batch)
    onPosted(batch.length)
  }
}

/**
 * All accounts as the ledger and as the trial balance at the end of `day` show them. The trial balance is asked for
 * until it agrees with the ledger; if it doesn't in time, what it says then is returned.
 */
export async function readBooks(api: Api, business: string, day: string): Promise<BookedAccount[]> {
  const ledger = await balancesOf(api, business)
  const deadline = Date.now() + CATCH_UP_MS
  for (;;) {
    const trialBalance = await trialBalanceOf(api, business, day)
    const booked = ledger.map((account): BookedAccount => {
      const name = account.stable_name?.stable_name ?? account.name
      return {
        name: accountOfStableName(name) ?? name,
        ledger: account.normality === 'DEBIT' ? BigInt(account.balance) : -BigInt(account.balance),
        trialBalance: trialBalance.get(account.id.id) ?? 0n,
      }
    })
    if (booked.every((account) => account.ledger === account.trialBalance) || Date.now() > deadline) return booked
    await pause(100)
  }
}

type BalanceNode = {
  id: { id: string }
  name: string
  stable_name: { stable_name: string } | null
  normality: 'DEBIT' | 'CREDIT'
  balance: number
  sub_accounts: BalanceNode[]
}

async function balancesOf(api: Api, business: string): Promise<BalanceNode[]> {
  const { data } = await api<{ data: { accounts: BalanceNode[] } }>(
    'GET',
    `${business}/ledger/accounts?include_archived=true`,
  )
  return flat(data.accounts)
}

const flat = (nodes: readonly BalanceNode[]): BalanceNode[] =>
  nodes.flatMap((node) => [node, ...flat(node.sub_accounts)])

type ReportRow = { row_key: string; cells: { debit: { value: number }; credit: { value: number } } }

/** Net balances by account id, debits positive. */
async function trialBalanceOf(api: Api, business: string, day: string): Promise<Map<string, bigint>> {
  const { data } = await api<{ data: { rows: ReportRow[] } }>(
    'GET',
    `${business}/reports/trial-balance?effective_date=${day}`,
  )
  return new Map(
    data.rows.map(({ row_key, cells }) => [row_key, BigInt(cells.debit.value) - BigInt(cells.credit.value)]),
  )
}
