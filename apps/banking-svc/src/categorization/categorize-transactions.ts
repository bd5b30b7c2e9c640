import type { Tx } from '@pacioli/db'
import { type ErrorMeta, Problems, collectProblems, refused } from '@pacioli/errors'
import { Asking, type Books, type PostingState, decideOnce } from '@pacioli/postings'
import type {
  BankTransaction as TransactionMessage,
  CategorizeTransactionRequest__Output,
} from '@pacioli/protos/banking'
import { isUuid, refuseTooLong, type BusinessWrite } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { loadLedgerAccountIds } from '../bank-accounts/bank-account.store.ts'
import { BY_REQUEST, type BankTransaction } from '../bank-transactions/bank-transaction.ts'
import { loadTransactions, lockTransactions } from '../bank-transactions/bank-transaction.store.ts'
import { presentTransactions } from '../bank-transactions/present-transactions.ts'
import type { Business } from '../businesses/business.ts'
import { meetBusiness } from '../businesses/meet-business.ts'
import { settle, type Settled } from './settle.ts'
import { decideTransaction } from './decide-transaction.ts'
import { askForKept, definitionsOf, loadNames, namesOf } from './kept-tags.ts'
import { askForWanted, toDecision, wantedFrom, type Wanted } from './wanted-decision.ts'

/** How many transactions one request decides. */
const MAX_TRANSACTIONS = 1_000

/**
 * Says what a transaction was: an account, several, or nothing of the business's.
 * @throws what `decideAll` throws
 */
export async function categorizeTransaction(
  banking: Banking,
  request: BusinessWrite,
  input: CategorizeTransactionRequest__Output,
): Promise<{ data: TransactionMessage; posting: PostingState }> {
  const { data, posting } = await decideAll(banking, request, wantedFrom([input], false))
  return { data: data[0] as TransactionMessage, posting }
}

/**
 * The same of many, all or none, in the order of the request.
 * @throws what `decideAll` throws
 */
export async function categorizeTransactions(
  banking: Banking,
  request: BusinessWrite,
  inputs: readonly CategorizeTransactionRequest__Output[],
): Promise<{ data: TransactionMessage[]; posting: PostingState }> {
  if (inputs.length > MAX_TRANSACTIONS)
    throw refused(
      'InvalidPayload',
      `A request decides at most ${MAX_TRANSACTIONS} transactions; here are ${inputs.length}.`,
    )
  return decideAll(banking, request, wantedFrom(inputs, true))
}

/**
 * @throws BankTransactionNotFound, AccountNotFound, TagValueArchived, TransactionPending, TransactionMatched,
 *   CategoryIsBankAccount, AccountArchived, PeriodClosed, SplitUnbalanced, AmountNotPositive, DuplicateTagDimension,
 *   PostingFailed, PayloadTooLarge, BusinessNotFound, BusinessArchived, VersionConflict, ServiceUnavailable
 */
async function decideAll(
  banking: Banking,
  request: BusinessWrite,
  wanted: readonly Wanted[],
): Promise<{ data: TransactionMessage[]; posting: PostingState }> {
  const business = await meetBusiness(banking, request)
  const ids = wanted.map(({ transactionId }) => transactionId).filter(isUuid)
  return decideOnce(banking, request, business, {
    ask: async (tx) => {
      const there = await loadTransactions(tx, business.id, ids)
      return askFor(tx, business, wanted, new Map(there.map((transaction) => [transaction.id, transaction])))
    },
    write: async (tx, books) => {
      const locked = await lockTransactions(tx, business.id, ids)
      const settled = await decide(tx, banking, business, books, wanted, locked)
      const sources = await settle(tx, banking, business, books, settled)
      const after = settled.changed.map((change) => change.after)
      const data = await presentTransactions(tx, business, after)
      refuseTooLong(data)
      return { data, sources }
    },
  })
}

const bankAccountsOf = (transactions: ReadonlyMap<string, BankTransaction>): string[] =>
  [...transactions.values()].map(({ bankAccountId }) => bankAccountId)

type Found = { wanted: Wanted; before: BankTransaction }

/** The tags of the transaction that stay and are posted. */
const keptOf = ({ wanted: { decision }, before }: Found): string[] =>
  decision.tags === undefined && decision.kind !== 'exclusion' ? definitionsOf(before, { withParts: false }) : []

/** @throws BankTransactionNotFound, before tags are defined for nothing */
async function askFor(
  tx: Tx,
  business: Business,
  wanted: readonly Wanted[],
  there: ReadonlyMap<string, BankTransaction>,
): Promise<Asking> {
  const found = requireAll(wanted, there)
  const asking = new Asking()
  for (const one of wanted) askForWanted(one, asking)
  for (const id of (await loadLedgerAccountIds(tx, business.id, bankAccountsOf(there))).values())
    asking.account({ type: 'AccountId', id })
  const names = await loadNames(tx, business.id, found.flatMap(keptOf))
  for (const one of found) askForKept(asking, keptOf(one), names, `${one.wanted.field}tags`)
  return asking
}

/** In a bulk request every refusal names its item. */
const fieldWhereNone =
  (field: string) =>
  (meta: ErrorMeta): ErrorMeta =>
    field === '' ? meta : { field: `${field}transaction_id`, ...meta }

function requireAll(all: readonly Wanted[], there: ReadonlyMap<string, BankTransaction>): Found[] {
  const problems = new Problems()
  const found = all.flatMap((wanted) => {
    const before = there.get(wanted.transactionId)
    if (before) return [{ wanted, before }]
    problems.add('BankTransactionNotFound', `The business has no bank transaction ${wanted.transactionId}.`, {
      field: wanted.field === '' ? 'transactionId' : `${wanted.field}transaction_id`,
      value: wanted.transactionId,
    })
    return []
  })
  problems.throwIfAny()
  return found
}

/** All that was wanted of the locked transactions, or every problem. */
async function decide(
  tx: Tx,
  banking: Banking,
  business: Business,
  books: Books,
  all: readonly Wanted[],
  locked: ReadonlyMap<string, BankTransaction>,
): Promise<Settled> {
  const ledgerAccounts = await loadLedgerAccountIds(tx, business.id, bankAccountsOf(locked))
  const problems = new Problems()
  const found = requireAll(all, locked)
  const names = await loadNames(tx, business.id, found.flatMap(keptOf))
  const decided = found.flatMap((one) => {
    const { wanted, before } = one
    const facts = {
      books,
      bankLedgerAccountId: ledgerAccounts.get(before.bankAccountId) ?? '',
      tagNames: namesOf(books, keptOf(one), names),
      now: banking.now(),
      newId: banking.newId,
      field: wanted.field,
    }
    const outcome = collectProblems(
      problems,
      () => decideTransaction(before, toDecision(wanted, books), BY_REQUEST, facts),
      fieldWhereNone(wanted.field),
    )
    return outcome ? [{ before, ...outcome }] : []
  })
  problems.throwIfAny()
  return { changed: decided, postings: decided.flatMap(({ postings }) => postings) }
}
