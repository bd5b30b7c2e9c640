import type { Tx } from '@pacioli/db'
import { type ErrorMeta, Problems, collectProblems, refused } from '@pacioli/errors'
import { requireOpen } from '@pacioli/ledger-facts'
import { LedgerPrefetch, reviewed, type Books, type PostingState, type Review, decideOnce } from '@pacioli/postings'
import type {
  BankTransaction as TransactionMessage,
  CategorizeTransactionRequest__Output,
} from '@pacioli/protos/banking'
import { isUuid, refuseTooLong, type BusinessWrite } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { loadLedgerAccountIds } from '../bank-accounts/bank-account.store.ts'
import { requireContacts } from './require-contacts.ts'
import { BY_REQUEST, type BankTransaction } from '../bank-transactions/bank-transaction.ts'
import { loadTransactions, lockTransactions } from '../bank-transactions/bank-transaction.store.ts'
import { matchedBefore } from '../matches/match.store.ts'
import { presentTransactions } from '../transaction-views/present-transactions.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import { recordDecisions, type DecidedChanges } from './record-decisions.ts'
import { decideTransaction } from './decide-transaction.ts'
import { prefetchStored, definitionsOf, loadNames, namesOf } from './stored-tags.ts'
import { contactsNamedIn, prefetchRequested, toDecision, requestedFrom, type Requested } from './requested-decision.ts'

const MAX_TRANSACTIONS = 1_000

/**
 * Categorizes a transaction: to one account, to several, or as an exclusion.
 * @throws what `decideAll` throws
 */
export async function categorizeTransaction(
  banking: Banking,
  request: BusinessWrite,
  input: CategorizeTransactionRequest__Output,
): Promise<{ data: TransactionMessage; posting: PostingState }> {
  const { data, posting } = await decideAll(banking, request, requestedFrom([input], false))
  return { data: data[0] as TransactionMessage, posting }
}

/**
 * Categorizes many transactions, all or none, in the order of the request.
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
  return decideAll(banking, request, requestedFrom(inputs, true))
}

/**
 * @throws BankTransactionNotFound, AccountNotFound, CustomerNotFound, VendorNotFound, TagValueArchived,
 *   TransactionPending, TransactionMatched, ControlAccount, PartyMismatch, CategoryIsBankAccount, AccountArchived,
 *   PeriodClosed, SplitUnbalanced, AmountNotPositive, DuplicateTagDimension, PostingFailed, PayloadTooLarge,
 *   BusinessNotFound, BusinessArchived, VersionConflict, ServiceUnavailable
 */
async function decideAll(
  banking: Banking,
  request: BusinessWrite,
  requested: readonly Requested[],
): Promise<{ data: TransactionMessage[]; posting: PostingState }> {
  const business = await requireBusiness(banking, request)
  const ids = requested.map(({ transactionId }) => transactionId).filter(isUuid)
  const ask = async (tx: Tx, problems?: Problems): Promise<LedgerPrefetch> => {
    requireOpen(business)
    const existing = byId(await loadTransactions(tx, ids))
    return prefetchFor(tx, requested, existing, findAll(requested, existing, problems))
  }
  const review: Review = {
    ask,
    rules: async (tx, books) => {
      const existing = byId(await loadTransactions(tx, ids))
      await decide(tx, banking, books, findAll(requested, existing, new Problems()), existing)
    },
  }
  await requireContacts(banking, request, requested.flatMap(contactsNamedIn)).catch(async (error: unknown) => {
    throw await reviewed(banking, request, error, review)
  })
  return decideOnce(banking, request, {
    review,
    ask,
    write: async (tx, books) => {
      const locked = await lockTransactions(tx, ids)
      const decided = await decide(tx, banking, books, findAll(requested, locked), locked)
      const sources = await recordDecisions(tx, banking, business, books, decided)
      const after = decided.changed.map((change) => change.after)
      const data = await presentTransactions(tx, business, after)
      refuseTooLong(data)
      return { data, sources }
    },
  })
}

const byId = (transactions: readonly BankTransaction[]): Map<string, BankTransaction> =>
  new Map(transactions.map((transaction) => [transaction.id, transaction]))

const bankAccountsOf = (transactions: ReadonlyMap<string, BankTransaction>): string[] =>
  [...transactions.values()].map(({ bankAccountId }) => bankAccountId)

type Found = { requested: Requested; before: BankTransaction }

/** The transaction's tags that stay and are posted. */
const keptOf = ({ requested: { decision }, before }: Found): string[] =>
  decision.tags === undefined && decision.kind !== 'exclusion' ? definitionsOf(before, { withParts: false }) : []

async function prefetchFor(
  tx: Tx,
  requested: readonly Requested[],
  existing: ReadonlyMap<string, BankTransaction>,
  found: readonly Found[],
): Promise<LedgerPrefetch> {
  const asking = new LedgerPrefetch()
  for (const one of requested) prefetchRequested(one, asking)
  for (const id of (await loadLedgerAccountIds(tx, bankAccountsOf(existing))).values())
    asking.account({ type: 'AccountId', id })
  const names = await loadNames(tx, found.flatMap(keptOf))
  for (const one of found) prefetchStored(asking, keptOf(one), names, `${one.requested.field}tags`)
  return asking
}

/** In a bulk request every refusal names its item. */
const fieldWhereNone =
  (field: string) =>
  (meta: ErrorMeta): ErrorMeta =>
    field === '' ? meta : { field: `${field}transaction_id`, ...meta }

/**
 * @param others where it is refused anyway: then problems are added to these
 * @throws BankTransactionNotFound, before the query defines tags
 */
function findAll(
  all: readonly Requested[],
  existing: ReadonlyMap<string, BankTransaction>,
  others?: Problems,
): Found[] {
  const problems = others ?? new Problems()
  const found = all.flatMap((requested) => {
    const before = existing.get(requested.transactionId)
    if (before) return [{ requested, before }]
    problems.add('BankTransactionNotFound', `The business has no bank transaction ${requested.transactionId}.`, {
      field: requested.field === '' ? 'transactionId' : `${requested.field}transaction_id`,
      value: requested.transactionId,
    })
    return []
  })
  if (!others) problems.throwIfAny()
  return found
}

/** All decisions on the locked transactions, or every problem. */
async function decide(
  tx: Tx,
  banking: Banking,
  books: Books,
  found: readonly Found[],
  locked: ReadonlyMap<string, BankTransaction>,
): Promise<DecidedChanges> {
  const ledgerAccounts = await loadLedgerAccountIds(tx, bankAccountsOf(locked))
  const problems = new Problems()
  const names = await loadNames(tx, found.flatMap(keptOf))
  const earlier = await matchedBefore(tx, books, locked.values())
  const decided = found.flatMap((one) => {
    const { requested, before } = one
    const facts = {
      books,
      bankLedgerAccountId: ledgerAccounts.get(before.bankAccountId) ?? '',
      tagNames: namesOf(books, keptOf(one), names),
      matchedBefore: earlier,
      now: banking.now(),
      newId: banking.newId,
      field: requested.field,
    }
    const outcome = collectProblems(
      problems,
      () => decideTransaction(before, toDecision(requested, books), BY_REQUEST, facts),
      fieldWhereNone(requested.field),
    )
    return outcome ? [{ before, ...outcome }] : []
  })
  problems.throwIfAny()
  return { changed: decided, postings: decided.flatMap(({ postings }) => postings) }
}
