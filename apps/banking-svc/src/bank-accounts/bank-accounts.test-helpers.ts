/** Accounts for the tests of banking, made by the use cases themselves. */
import type { CreateCustomAccountRequest__Output } from '@pacioli/protos/banking'
import type { Database } from '@pacioli/db'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { createCustomAccount } from '../use-cases.test-helpers.ts'

export type TestAccount = { bankAccountId: string; externalAccountId: string; ledgerAccountId: string }

/** A custom account, by default a checking account with its own bank account. */
export async function openTestAccount(
  banking: Banking,
  request: BusinessWrite,
  details: Partial<CreateCustomAccountRequest__Output> = {},
): Promise<TestAccount> {
  const { data } = await createCustomAccount(
    banking,
    { ...request, idempotency: undefined },
    {
      external_id: banking.newId(),
      account_name: 'Checking',
      account_type: 'DEPOSITORY',
      account_subtype: 'CHECKING',
      ...details,
    },
  )
  return {
    bankAccountId: data?.bank_account_id ?? '',
    externalAccountId: data?.id ?? '',
    ledgerAccountId: data?.ledger_account_id ?? '',
  }
}

/** The name of the refusal, if any. */
export const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (error: { errorEnum?: string; message: string }) => error.errorEnum ?? error.message,
  )

/** The ledger accounts of this subtype that the chart's template does not have. */
export async function ledgerAccountsOf(
  banking: Banking,
  request: BusinessWrite,
  subtype = 'BANK_ACCOUNTS',
): Promise<{ id: string; name: string; parentId: string | undefined }[]> {
  const { message } = await banking.ledger.accounts.GetChart(
    { include_archived: true },
    { context: { ...request, idempotency: undefined } },
  )
  type Node = (typeof message.accounts)[number]
  const flat = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => [node, ...flat(node.sub_accounts)])
  return flat(message.accounts)
    .filter((node) => node.account_subtype?.value === subtype && !node.stable_name?.stable_name)
    .map((node) => ({ id: node.id?.id ?? '', name: node.name, parentId: node.parent_id }))
}

/** Balances of ledger accounts, in their normality. */
export async function ledgerBalances(
  banking: Banking,
  request: BusinessWrite,
  accountIds: readonly string[],
): Promise<number[]> {
  const { message } = await banking.ledger.postings.GetBalances(
    { account_ids: [...accountIds] },
    { context: { ...request, idempotency: undefined } },
  )
  return message.data.map(({ balance }) => balance)
}

export type SeenEvent = { type: string; subject: string; data: Record<string, unknown> & { version: number } }

/** Events of aggregates of this type, oldest first. */
export async function announced(relayDb: Database, businessId: string, aggregateType: string): Promise<SeenEvent[]> {
  const rows = await relayDb.call<{ event: string }>(
    'SELECT event FROM events WHERE business_id = $1 AND aggregate_type = $2 ORDER BY aggregate_id, version',
    [businessId, aggregateType],
    businessId,
  )
  return rows.map(({ event }) => JSON.parse(event) as SeenEvent)
}
