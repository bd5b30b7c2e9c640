/** The books of one business over the API: opening them, adding to their chart, reading what stands in them. */
import type { Api } from './api.ts'

export type BusinessInput = { external_id: string; legal_name: string; currency: string }

/** Body of `POST B/ledger/accounts`. */
export type AccountInput = {
  name: string
  account_subtype: string
  stable_name: string
  parent_id?: { type: 'StableName'; stable_name: string }
}

export type ReportingBasis = 'ACCRUAL' | 'CASH'

/** The business's base path; the same business again for an external_id that exists. */
export async function openBusiness(api: Api, input: BusinessInput): Promise<string> {
  const { data } = await api<{ data: { id: string } }>('POST', '/v1/businesses', input)
  return `/v1/businesses/${data.id}`
}

/** Opens those accounts that the chart lacks, in the order given. @param tell how many are there by now */
export async function openAccounts(
  api: Api,
  business: string,
  accounts: readonly AccountInput[],
  tell: (count: number) => void = () => {},
): Promise<void> {
  const existing = new Set((await accountsOf(api, business)).map(({ stableName }) => stableName))
  for (const [index, account] of accounts.entries()) {
    if (!existing.has(account.stable_name)) await api('POST', `${business}/ledger/accounts`, account)
    tell(index + 1)
  }
}

export type Account = {
  id: string
  name: string
  stableName: string | undefined
  subtype: string
  /** What stands on it alone, without its sub-accounts; debits positive. */
  balance: bigint
}

type BalanceNode = {
  id: { id: string }
  name: string
  stable_name: { stable_name: string } | null
  account_subtype: { value: string }
  normality: 'DEBIT' | 'CREDIT'
  balance: number
  sub_accounts: BalanceNode[]
}

/** Every account of the chart, archived ones too, as the ledger keeps it. */
export async function accountsOf(api: Api, business: string, basis: ReportingBasis = 'ACCRUAL'): Promise<Account[]> {
  const { data } = await api<{ data: { accounts: BalanceNode[] } }>(
    'GET',
    `${business}/ledger/accounts?include_archived=true&reporting_basis=${basis}`,
  )
  return flat(data.accounts).map(({ id, name, stable_name, account_subtype, normality, balance }) => ({
    id: id.id,
    name,
    stableName: stable_name?.stable_name,
    subtype: account_subtype.value,
    balance: normality === 'DEBIT' ? BigInt(balance) : -BigInt(balance),
  }))
}

const flat = (nodes: readonly BalanceNode[]): BalanceNode[] =>
  nodes.flatMap((node) => [node, ...flat(node.sub_accounts)])

type ReportRow = { row_key: string; cells: { debit: { value: number }; credit: { value: number } } }

/** Net balances at the end of a day by account id, debits positive. */
export async function trialBalanceOf(
  api: Api,
  business: string,
  day: string,
  basis: ReportingBasis = 'ACCRUAL',
): Promise<Map<string, bigint>> {
  const { data } = await api<{ data: { rows: ReportRow[] } }>(
    'GET',
    `${business}/reports/trial-balance?effective_date=${day}&reporting_basis=${basis}`,
  )
  return new Map(
    data.rows.map(({ row_key, cells }) => [row_key, BigInt(cells.debit.value) - BigInt(cells.credit.value)]),
  )
}
