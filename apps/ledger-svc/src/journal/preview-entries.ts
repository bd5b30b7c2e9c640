/** Previews (`validate_only`): entries are posted as they would be, and rolled back. */
import type { Database, Tx } from '@pacioli/db'
import type { PreviewedBalance } from '@pacioli/protos/ledger'
import type { Preview } from '@pacioli/rpc'
import { loadBalances, type StoredBalance } from '../balances/balance.store.ts'
import { safeBalance } from '../balances/safe-balance.ts'
import { insertAccounts } from '../chart-of-accounts/account.store.ts'
import type { Account } from '../chart-of-accounts/account.ts'
import { toChartAccount } from '../chart-of-accounts/chart.messages.ts'
import { toEntryMessage } from './entry.messages.ts'
import { otherBasisOf, type JournalEntry } from './journal-entry.ts'
import type { PostingBatch } from './posting-call.ts'
import { outcomeIn, type PostingOutcome } from './posting.store.ts'

const BASES = ['ACCRUAL', 'CASH'] as const

type Balances = ReadonlyMap<(typeof BASES)[number], Map<string, StoredBalance>>

/** Sends the questions after the balances of accounts; its failure is that of the transaction. */
function readBalances(tx: Tx, accounts: ReadonlyMap<string, Account>): Promise<Balances> {
  const ids = [...accounts.keys()]
  const read = Promise.all(
    BASES.map(async (basis) => [basis, await loadBalances(tx, tx.businessId, ids, otherBasisOf(basis))] as const),
  ).then((all) => new Map(all))
  read.catch(() => undefined)
  return read
}

const accountsOf = (entries: readonly JournalEntry[]): Map<string, Account> =>
  new Map(entries.flatMap(({ lines }) => lines.map(({ account }) => [account.id, account] as const)))

/**
 * Posts a batch and rolls back, all in one flight: no row of a balance is locked for longer than the statement takes.
 * @param opened accounts that are not there, and that the entries may post to
 * @throws AmountOutOfRange when a balance would leave the safe range
 */
export async function previewEntries(
  db: Database,
  batch: PostingBatch,
  { preview, opened }: { preview: Preview; opened: readonly Account[] },
): Promise<PostingOutcome> {
  const accounts = accountsOf(batch.entries)
  let found: PostingOutcome | undefined
  const tried = db.transact({ ...batch.tenant, preview }, async (tx) => {
    // If it fails, so does what is sent after it.
    if (opened.length > 0) insertAccounts(tx, tx.businessId, opened).catch(() => undefined)
    const outcome = outcomeIn(tx, batch)
    const after = readBalances(tx, accounts)
    tx.undo()
    found = await outcome
    return movedBalances(batch.entries, accounts, await after)
  })
  const balances = await tried.catch((error: unknown) => {
    // What says that something exists already is a failure to the transaction.
    if (found === undefined || found.outcome === 'POSTED') throw error
    return []
  })
  if (!found) throw new Error('a preview was over before its entries were tried')
  if (found.outcome === 'POSTED') preview.posts(batch.entries.map(toEntryMessage), balances)
  return found
}

/**
 * The same in a transaction that goes on, and is rolled back at its end.
 * @param post posts the entries
 */
export async function previewedIn<Result>(
  tx: Tx,
  preview: Preview,
  entries: readonly JournalEntry[],
  post: () => Promise<Result>,
): Promise<Result> {
  const accounts = accountsOf(entries)
  const result = await post()
  preview.posts(entries.map(toEntryMessage), movedBalances(entries, accounts, await readBalances(tx, accounts)))
  return result
}

/** As the database has them after the entries, and without these before: what others post in between is in both. */
function movedBalances(
  entries: readonly JournalEntry[],
  accounts: ReadonlyMap<string, Account>,
  balances: Balances,
): PreviewedBalance[] {
  const moved: PreviewedBalance[] = []
  for (const basis of BASES) {
    const moves = movesOf(entries.filter((entry) => entry.basis !== otherBasisOf(basis)))
    for (const [id, account] of accounts) {
      const move = moves.get(id)
      if (move === undefined) continue
      const sign = account.normality === 'DEBIT' ? 1n : -1n
      const { debits, credits } = balances.get(basis)?.get(id) ?? { debits: 0n, credits: 0n }
      const after = sign * (debits - credits)
      const what = `The balance of account ${id}`
      const before = safeBalance(after - sign * move, what)
      moved.push({ account: toChartAccount(account), basis, before, after: safeBalance(after, what) })
    }
  }
  return moved
}

/** By how much the debits of entries exceed their credits, by account. */
function movesOf(entries: readonly JournalEntry[]): Map<string, bigint> {
  const moves = new Map<string, bigint>()
  for (const { account, amount, direction } of entries.flatMap(({ lines }) => lines))
    moves.set(account.id, (moves.get(account.id) ?? 0n) + (direction === 'DEBIT' ? BigInt(amount) : -BigInt(amount)))
  return moves
}
