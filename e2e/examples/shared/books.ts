/** The books of one business over the API: opening them, adding to their chart, reading what stands in them. */
import type { BodyOf, InitOf, PacioliClient } from '@pacioli/client'

export const B = '/v1/businesses/{businessId}'

/** The books of one business, and the client by which they are reached. */
export type Books = { pacioli: PacioliClient; path: { businessId: string } }

/** As people look for it. */
export const addressOf = ({ path }: Books): string => `/v1/businesses/${path.businessId}`

export type BusinessInput = InitOf<'/v1/businesses', 'post'>['body']

/** With a name to be found by. */
export type AccountInput = InitOf<`${typeof B}/ledger/accounts`, 'post'>['body'] & {
  stable_name: string
  parent_id?: { type: 'StableName'; stable_name: string }
}

export type ReportingBasis = 'ACCRUAL' | 'CASH'

/** The same business again for an external_id that exists. */
export async function openBusiness(pacioli: PacioliClient, input: BusinessInput): Promise<Books> {
  const { body } = await pacioli.POST('/v1/businesses', { body: input })
  return { pacioli, path: { businessId: body.data.id } }
}

/** Opens those accounts that the chart lacks, in the order given. @param tell how many are there by now */
export async function openAccounts(
  books: Books,
  accounts: readonly AccountInput[],
  tell: (count: number) => void = () => {},
): Promise<void> {
  const { pacioli, path } = books
  const existing = new Set((await accountsOf(books)).map(({ stableName }) => stableName))
  for (const [index, body] of accounts.entries()) {
    if (!existing.has(body.stable_name)) await pacioli.POST(`${B}/ledger/accounts`, { params: { path }, body })
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

type BalanceNode = BodyOf<`${typeof B}/ledger/accounts`, 'get'>['data']['accounts'][number]

/** Every account of the chart, archived ones too, as the ledger keeps it. */
export async function accountsOf({ pacioli, path }: Books, basis: ReportingBasis = 'ACCRUAL'): Promise<Account[]> {
  const query = { include_archived: true, reporting_basis: basis }
  const { body } = await pacioli.GET(`${B}/ledger/accounts`, { params: { path, query } })
  return flat(body.data.accounts).map(({ id, name, stable_name, account_subtype, normality, balance }) => ({
    id: id.id,
    name,
    stableName: stable_name?.stable_name,
    subtype: account_subtype.value,
    balance: normality === 'DEBIT' ? BigInt(balance) : -BigInt(balance),
  }))
}

const flat = (nodes: readonly BalanceNode[]): BalanceNode[] =>
  nodes.flatMap((node) => [node, ...flat(node.sub_accounts)])

/** Net balances at the end of a day by account id, debits positive. */
export async function trialBalanceOf(
  { pacioli, path }: Books,
  day: string,
  basis: ReportingBasis = 'ACCRUAL',
): Promise<Map<string, bigint>> {
  const query = { effective_date: day, reporting_basis: basis }
  const { body } = await pacioli.GET(`${B}/reports/trial-balance`, { params: { path, query } })
  return new Map(body.data.rows.map(({ row_key, cells }) => [row_key, amountIn(cells.debit) - amountIn(cells.credit)]))
}

const amountIn = (cell: { value: number | string | null } | undefined): bigint => BigInt(cell?.value ?? 0)

/** How many postings wait for the ledger, or were refused by it. */
export async function countPostings({ pacioli, path }: Books, status: 'PENDING' | 'FAILED'): Promise<number> {
  const { body } = await pacioli.GET(`${B}/postings`, { params: { path, query: { status, limit: 1 } } })
  return body.meta.pagination.total_count
}
