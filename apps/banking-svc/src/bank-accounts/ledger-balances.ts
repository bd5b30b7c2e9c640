import type { OutgoingContext, Tenant } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'

/** Accounts per call to the ledger. */
const PER_CALL = 1_000

/** Balances of ledger accounts, in their own normality. */
export class Balances {
  readonly #byAccount: ReadonlyMap<string, number>

  constructor(byAccount: ReadonlyMap<string, number>) {
    this.#byAccount = byAccount
  }

  of(ledgerAccountId: string): number {
    const balance = this.#byAccount.get(ledgerAccountId)
    if (balance === undefined) throw new Error(`the balance of ledger account ${ledgerAccountId} was not fetched`)
    return balance
  }
}

/**
 * A call, so it comes before the transaction, also in writes, whose answers show balances. While the ledger is
 * unavailable, writes are refused before they write anything.
 * @throws ServiceUnavailable
 */
export async function fetchBalances(
  banking: Pick<Banking, 'ledger'>,
  context: OutgoingContext & Tenant,
  ledgerAccountIds: readonly string[],
): Promise<Balances> {
  const ids = [...new Set(ledgerAccountIds)]
  const balances = new Map<string, number>()
  for (let start = 0; start < ids.length; start += PER_CALL) {
    const { message } = await banking.ledger.postings.GetBalances(
      { account_ids: ids.slice(start, start + PER_CALL) },
      { context: { ...context, idempotency: undefined } },
    )
    for (const { account_id, balance } of message.data) balances.set(account_id, balance)
  }
  return new Balances(balances)
}
