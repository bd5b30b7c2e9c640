/**
 * Imports of feeds and files. First, without a lock, rules decide and the ledger is queried. Then one transaction locks
 * the account, sorts the rows again, and writes everything.
 */
import { writeOnce, type Tx } from '@pacioli/db'
import { insertResolved, loadTagDefinitions } from '@pacioli/ledger-facts'
import {
  loadStaged,
  reviewed,
  type Books,
  type LedgerPrefetch,
  type Source,
  type WaitingPosting,
} from '@pacioli/postings'
import type { ImportAnswer } from '@pacioli/protos/banking'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { BANK_TRANSACTION } from '../bank-transactions/posting-keys.ts'
import { recordTransactions } from '../bank-transactions/record-transactions.ts'
import type { Business } from '../businesses/business.ts'
import { findCounterparties, findOrMakeCounterparties } from '../counterparties/counterparty.store.ts'
import type { DecidedTag } from '../categorization/decide-transaction.ts'
import { decideRows } from './decide-rows.ts'
import { decidedIn, reportOf } from './import-report.ts'
import { requireInUse } from '../bank-accounts/bank-account.ts'
import { externalAccountNotFound } from '../bank-accounts/external-account.ts'
import { findExternalAccount, lockExternalAccount } from '../bank-accounts/external-account.store.ts'
import { writeNothing } from './known-transaction.store.ts'
import { namesOf, type Import } from './import.ts'
import { isWritten, type Written } from './incoming.ts'
import { prepareImport, reviewOf, type Prepared } from './prepare-import.ts'

/** The relay delivers the remaining postings: an import answers in any case. */
const DELIVERY_MS = 10_000
/** Left for sending the answer. */
const RESERVE_MS = 1_000

/** @throws ExternalAccountNotFound, BankAccountArchived; AccountNotFound, TagValueArchived, naming rows of the request */
export async function runImport(
  banking: Banking,
  business: Business,
  request: BusinessWrite,
  what: Import,
): Promise<ImportAnswer> {
  let prepared = await prepareImport(banking, request, what)
  /** Of a preview. */
  let staged: WaitingPosting[] | undefined
  const commit = (books: Books | undefined): Promise<ImportAnswer> => {
    const work = async (tx: Tx): Promise<ImportAnswer> => {
      const answer = await write(tx, banking, business, request, what, prepared, books)
      if (tx.isPreview) staged = await loadStaged(tx, sourcesOf(answer))
      return answer
    }
    return what.dryRun ? banking.db.transact(request, work) : writeOnce(banking.db, request, banking.now(), work)
  }
  const first = prepared.asking
  if (first === undefined) return deliver(banking, request, await commit(undefined), staged)
  let asking: LedgerPrefetch | undefined
  let committing: unknown
  const question = async () => {
    if (asking !== undefined) prepared = await prepareImport(banking, request, what)
    asking = prepared.asking ?? first
    return asking.question()
  }
  const committed = (books: Books): Promise<ImportAnswer> =>
    commit(books).catch((error: unknown) => {
      committing = error
      throw error
    })
  const answer = await banking.postingSession.decide(request, question, committed).catch(async (error: unknown) => {
    if (error === committing) throw error
    throw await reviewed(banking, request, (asking ?? first).forEveryField(error), reviewOf(what))
  })
  return deliver(banking, request, answer, staged)
}

/** Delivers the postings, also where the answer is that of an earlier request. */
async function deliver(
  banking: Banking,
  request: BusinessWrite,
  answer: ImportAnswer,
  staged: readonly WaitingPosting[] | undefined,
): Promise<ImportAnswer> {
  const sources = sourcesOf(answer)
  if (sources.length === 0) return answer
  const until = Math.min(request.deadline.getTime() - RESERVE_MS, banking.now().getTime() + DELIVERY_MS)
  return { ...answer, posting: await banking.postingSession.deliver(request, sources, new Date(until), staged) }
}

/** What was decided, and so may have postings. */
const sourcesOf = ({ data }: ImportAnswer): Source[] =>
  !data || data.dry_run ? [] : decidedIn(data).map((id) => ({ type: BANK_TRANSACTION, id }))

async function write(
  tx: Tx,
  banking: Banking,
  business: Business,
  request: BusinessWrite,
  what: Import,
  prepared: Prepared,
  books: Books | undefined,
): Promise<ImportAnswer> {
  const { dryRun = false, externalAccountId, file, statements } = what
  const warnings = [...(what.warnings ?? []), ...prepared.warnings]
  if (dryRun) await writeNothing(tx)
  const account = await (dryRun ? findExternalAccount : lockExternalAccount)(tx, externalAccountId)
  if (!account) throw externalAccountNotFound(externalAccountId)
  requireInUse(account)
  const sorted = await what.sort(tx, account, !dryRun)
  const rows = sorted.filter(isWritten)
  const { newId } = banking
  const importId = newId()
  const now = banking.now()
  const counterparties = dryRun
    ? await findCounterparties(tx, namesOf(rows))
    : await findOrMakeCounterparties(tx, namesOf(rows), { now, newId })
  const { decisions } = prepared
  const tagNames = await loadTagNames(tx, rows, prepared, books)
  const decided = decideRows(rows, {
    businessId: business.id,
    account,
    source: { importId, file },
    counterparties,
    decisions,
    books,
    tagNames,
    now,
    newId,
  })
  if (!dryRun) {
    const tags = rows.flatMap(({ incoming }) => (books ? incoming.tags.map((tag) => books.tag(tag)) : []))
    insertResolved(tx, { accounts: decided.accounts, tags })
    if (books) await banking.postingSession.stage(tx, request, books, decided.postings)
    await recordTransactions(tx, banking, decided)
    await what.afterwards?.(tx, account, sorted, decided.written)
  }
  const { written } = decided
  return {
    data: reportOf({
      externalAccountId: account.id,
      importId: dryRun ? undefined : importId,
      format: file?.format,
      dryRun,
      sorted,
      written,
      statements,
      warnings,
    }),
  }
}

/** The names of all tags of rows and their rules, by definition. */
async function loadTagNames(
  tx: Tx,
  rows: readonly Written[],
  { decisions }: Prepared,
  books: Books | undefined,
): Promise<Map<string, DecidedTag>> {
  const ids = rows.flatMap((row) => [
    ...(row.kind === 'new' ? [] : row.before.tags.map(({ definitionId }) => definitionId)),
    ...(decisions.get(row.incoming.row)?.tags ?? []).map(({ definitionId }) => definitionId),
  ])
  const names = new Map<string, DecidedTag>(await loadTagDefinitions(tx, [...new Set(ids)]))
  for (const { incoming } of books ? rows : [])
    for (const input of incoming.tags) {
      const tag = books?.tag(input)
      if (tag) names.set(tag.definitionId, tag)
    }
  return names
}
