/** For tests of matching and of consumers: entries in a real ledger, and its events applied as in the service. */
import { Broker, consume, type ConsumeOptions } from '@pacioli/events'
import type { Source } from '@pacioli/postings'
import type { BusinessWrite } from '@pacioli/rpc'
import { waitFor } from '@pacioli/testing'
import type { TestBanking } from '../banking.test-helpers.ts'
import { eventsSubscriber } from '../consumers/events.subscriber.ts'
import { loadTransactions } from '../bank-transactions/bank-transaction.store.ts'
import type { BankTransaction } from '../bank-transactions/bank-transaction.ts'

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** Applies the events of the ledger until it is stopped. */
export function startConsumer(banking: TestBanking, more: Partial<ConsumeOptions> = {}): { stop: () => Promise<void> } {
  const broker = new Broker({ url: banking.natsUrl, name: 'test', log: quiet })
  const consumer = consume({ broker, log: quiet, ...eventsSubscriber(banking), ...more })
  return {
    stop: async () => {
      await consumer.stop()
      await broker.close()
    },
  }
}

export type TestLine = { accountId?: string; stableName?: string; amount: number; direction: 'DEBIT' | 'CREDIT' }

const asCaller = (request: BusinessWrite) => ({ ...request, idempotency: undefined })

/** A manual journal entry. */
export async function postByHand(
  banking: TestBanking,
  request: BusinessWrite,
  lines: readonly TestLine[],
  { entryAt = '2026-01-15T00:00:00Z', memo = 'By hand' } = {},
): Promise<{ entryId: string; lineIds: string[] }> {
  const { message } = await banking.ledger.journal.PostJournalEntry(
    {
      entry_at: entryAt,
      memo,
      line_items: lines.map(({ accountId, stableName, amount, direction }) => ({
        account_identifier:
          accountId === undefined
            ? { type: 'StableName', stable_name: stableName }
            : { type: 'AccountId', id: accountId },
        amount,
        direction,
      })),
    },
    { context: asCaller(request) },
  )
  return { entryId: message.data?.id ?? '', lineIds: message.data?.line_items.map(({ id }) => id) ?? [] }
}

export const reverseByHand = (banking: TestBanking, request: BusinessWrite, entryId: string): Promise<unknown> =>
  banking.ledger.journal.ReverseEntry({ entry_id: entryId }, { context: asCaller(request) })

/** Balances in the ledger, in their own normality. */
export async function balancesOf(
  banking: TestBanking,
  request: BusinessWrite,
  accountIds: readonly string[],
): Promise<number[]> {
  const { message } = await banking.ledger.postings.GetBalances(
    { account_ids: [...accountIds] },
    { context: asCaller(request) },
  )
  return message.data.map(({ balance }) => balance)
}

export async function idOf(banking: TestBanking, request: BusinessWrite, stableName: string): Promise<string> {
  const { message } = await banking.ledger.postings.AskBooks(
    { account_identifiers: [{ type: 'StableName', stable_name: stableName }] },
    { context: asCaller(request) },
  )
  return message.accounts[0]?.id?.id ?? ''
}

export async function transactionNow(
  banking: TestBanking,
  request: BusinessWrite,
  { id }: Pick<BankTransaction, 'id'>,
): Promise<BankTransaction> {
  const [found] = await banking.db.transact(request, (tx) => loadTransactions(tx, [id]))
  if (!found) throw new Error(`There is no transaction ${id}`)
  return found
}

/** The stored candidates, by id. */
export const candidatesNow = (
  banking: TestBanking,
  request: BusinessWrite,
): Promise<{ id: string; is_open: boolean; match_id: string | null; direction: string; version: string }[]> =>
  banking.db.transact(request, (tx) =>
    tx.rows(
      'SELECT id, is_open, match_id, direction, version FROM match_candidates WHERE business_id = $1 ORDER BY id',
      [request.businessId],
    ),
  )

/** Delivers what is unposted, as the relay of the service would. */
export async function deliverAll(banking: TestBanking, request: BusinessWrite): Promise<void> {
  await waitFor('every posting to be delivered', async () => {
    const sources = await banking.db.transact(request, (tx) =>
      tx.rows<Source>(
        `SELECT DISTINCT source_type AS type, source_id AS id FROM postings WHERE business_id = $1 AND status <> 'POSTED'`,
        [request.businessId],
      ),
    )
    return (await banking.postingSession.deliver(request, sources)) === 'posted'
  })
}
