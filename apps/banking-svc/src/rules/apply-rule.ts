/**
 * A rule applied to the transactions that wait, as `apply_retroactively` asks. It goes through them in the order of their
 * ids, a batch and a transaction at a time; how far it has come stands in the rule, in the transaction of each batch. A
 * request goes on for a moment, whoever runs `RuleRuns` does the rest, and two that do the same batch do it once.
 */
import { Asking, type Books, type PostingState, type Question, type Source } from '@pacioli/postings'
import type { RuleAnswer } from '@pacioli/protos/banking'
import type { BusinessWrite, Tenant } from '@pacioli/rpc'
import type { Tx } from '@pacioli/db'
import type { Banking } from '../banking.ts'
import { loadLedgerAccountIds } from '../bank-accounts/bank-account.store.ts'
import { sourceOf } from '../bank-transactions/posting-keys.ts'
import type { BankTransaction } from '../bank-transactions/bank-transaction.ts'
import { loadTransactions, lockTransactions } from '../bank-transactions/bank-transaction.store.ts'
import { recordDecisions } from '../categorization/record-decisions.ts'
import { prefetchStored, loadNames, namesOf } from '../categorization/stored-tags.ts'
import { decideAutomatically, decisionOfRule } from './automatic-decisions.ts'
import { evaluateRules } from './decide-by-rules.ts'
import { presentRules } from './rule.messages.ts'
import { isInForce, type Rule, type RuleDecision } from './rule.ts'
import { findRule, lockRule, saveProgress } from './rule.store.ts'
import { findUncategorized } from './apply-rule.store.ts'

/** Waiting transactions that one transaction of the database goes through. */
const BATCH = 500

/** How long a request itself goes on; the rest is done afterwards, in milliseconds. */
const REQUEST_MS = 5_000
/** What an answer needs to get home. */
const RESERVE_MS = 1_000

const bankAccountOf = ({ bankAccountId }: BankTransaction): string => bankAccountId

/**
 * After the commit: applies the rule as far as the request may, and tells how far that was. Never throws: the rule is
 * there, and whoever runs `RuleRuns` meets again what went wrong. A repeat of the request tells of the rule as it was.
 */
export async function continueApplying(
  banking: Banking,
  request: BusinessWrite,
  answer: RuleAnswer,
  isRequested: boolean,
): Promise<RuleAnswer> {
  const id = answer.data?.id
  if (!isRequested || id === undefined) return answer
  const until = Math.min(banking.now().getTime() + REQUEST_MS, request.deadline.getTime() - RESERVE_MS)
  let posting: PostingState = 'posted'
  try {
    for (let more = true; more && banking.now().getTime() < until;) {
      const done = await applyBatch(banking, request, id)
      more = done.more
      const delivered = await banking.desk.deliver(request, done.sources, new Date(until))
      posting = worse(posting, done.isByAnother ? 'pending' : delivered)
    }
    return await presentApplied(banking, request, id, answer, posting)
  } catch {
    return { ...answer, posting: worse(posting, 'pending') }
  }
}

const STATES: readonly PostingState[] = ['posted', 'pending', 'failed']
const worse = (one: PostingState, other: PostingState): PostingState =>
  STATES.indexOf(one) < STATES.indexOf(other) ? other : one

function presentApplied(
  banking: Banking,
  { businessId, clientId }: Tenant,
  id: string,
  answer: RuleAnswer,
  posting: PostingState,
): Promise<RuleAnswer> {
  return banking.db.transact({ businessId, clientId }, async (tx) => {
    const rule = await findRule(tx, businessId, id)
    if (rule?.updatedAt.toISOString() !== answer.data?.updated_at) return { ...answer, posting }
    const [data] = await presentRules(tx, businessId, rule ? [rule] : [])
    const state = rule?.isApplying ? worse(posting, 'pending') : posting
    return { ...answer, data: data ?? answer.data, applied_count: rule?.appliedCount ?? 0, posting: state }
  })
}

/** `sources` have postings to deliver; `isByAnother` where somebody else did the batch, and delivers. */
export type Applied = { more: boolean; sources: Source[]; isByAnother?: boolean }

/**
 * One batch of a rule that is being applied. Nothing to do where it is not any more, or was changed.
 * @throws ServiceUnavailable
 */
export async function applyBatch(banking: Banking, tenant: Tenant, ruleId: string, size = BATCH): Promise<Applied> {
  const { businessId } = tenant
  const start = await banking.db.transact(tenant, async (tx) => {
    const rule = await findRule(tx, businessId, ruleId)
    if (!rule?.isApplying) return undefined
    const ids = await findUncategorized(tx, businessId, rule.appliedThrough, size)
    return { rule, ids, waiting: await loadTransactions(tx, businessId, ids) }
  })
  if (!start) return { more: false, sources: [] }
  const { rule, ids, waiting } = start
  // Of the rules that fit the first decides, as it does on import: only what this one decides is its business here.
  const { decisions, isCutShort, switchedOff } = await evaluateRules(banking, tenant, waiting, rule.id)
  // Without those that took too long there is more time.
  if (isCutShort && switchedOff > 0) return { more: true, sources: [] }
  const own = waiting.filter(({ id }) => decisions.get(id)?.ruleId === rule.id)
  const decision = decisions.get(own[0]?.id ?? '')
  const commit = (books: Books | undefined) =>
    banking.db.transact(tenant, (tx) => commitBatch(tx, banking, tenant, rule, { ids, own, decision, books, size }))
  if (own.length === 0 || !decision) return commit(undefined)
  const question = () => banking.db.transact(tenant, (tx) => questionOf(tx, businessId, own, decision))
  return banking.desk.decide(tenant, question, commit)
}

/** As the transactions are by now: their tags may change between two attempts. */
async function questionOf(
  tx: Tx,
  businessId: string,
  own: readonly BankTransaction[],
  decision: RuleDecision,
): Promise<Question> {
  const asking = new Asking()
  const ids = own.map(({ id }) => id)
  const transactions = await loadTransactions(tx, businessId, ids)
  if (decision.categoryAccountId !== null) asking.account({ type: 'AccountId', id: decision.categoryAccountId })
  for (const id of (await loadLedgerAccountIds(tx, businessId, transactions.map(bankAccountOf))).values())
    asking.account({ type: 'AccountId', id })
  const tags = tagsOf(transactions, decision)
  prefetchStored(asking, tags, await loadNames(tx, businessId, tags), 'tags')
  return asking.question()
}

/** What the transactions carry, and what the rule gives them, by definition. */
const tagsOf = (transactions: readonly BankTransaction[], decision: RuleDecision): string[] => [
  ...new Set([...transactions.flatMap(({ tags }) => tags), ...decision.tags].map(({ definitionId }) => definitionId)),
]

type Batch = {
  ids: readonly string[]
  own: readonly BankTransaction[]
  decision: RuleDecision | undefined
  books: Books | undefined
  /** As many as were asked for: where there are fewer, they are the last. */
  size: number
}

/** The rule is held first: whoever else does this batch finds it done. */
async function commitBatch(
  tx: Tx,
  banking: Banking,
  tenant: Tenant,
  seen: Rule,
  { ids, own, decision, books, size }: Batch,
): Promise<Applied> {
  const { businessId } = tenant
  const rule = await lockRule(tx, businessId, seen.id)
  if (!rule?.isApplying || rule.version !== seen.version || rule.appliedThrough !== seen.appliedThrough)
    return { more: rule?.isApplying ?? false, sources: [], isByAnother: true }
  const isOver = !isInForce(rule) || books?.facts.businessArchivedAt instanceof Date
  const done = decision && books && !isOver ? await decideOwn(tx, banking, tenant, own, decision, books) : NOTHING
  const more = ids.length === size && !isOver
  await saveProgress(tx, businessId, {
    ...rule,
    isApplying: more,
    appliedThrough: ids.at(-1) ?? rule.appliedThrough,
    appliedCount: rule.appliedCount + done.count,
  })
  return { more, sources: done.sources }
}

const NOTHING = { count: 0, sources: [] }

/**
 * What still waits is decided; what a person has decided meanwhile stays, and so does what has a posting that the ledger
 * refused. What the rules of bookkeeping refuse goes on waiting.
 * @throws AskAgain
 */
async function decideOwn(
  tx: Tx,
  banking: Banking,
  tenant: Tenant,
  own: readonly BankTransaction[],
  decision: RuleDecision,
  books: Books,
): Promise<{ count: number; sources: Source[] }> {
  const { businessId } = tenant
  const ids = own.map(({ id }) => id)
  const locked = [...(await lockTransactions(tx, businessId, ids)).values()]
  const blocked = await banking.desk.blockedAmong(tx, tenant, locked.map(sourceOf))
  const waiting = locked.filter(({ id, status }) => status === 'READY_FOR_INPUT' && !blocked.has(id))
  const ledgerAccounts = await loadLedgerAccountIds(tx, businessId, waiting.map(bankAccountOf))
  const tags = tagsOf(waiting, decision)
  const tagNames = namesOf(books, tags, await loadNames(tx, businessId, tags))
  const now = banking.now()
  const decided = waiting.map((before) => {
    const bankLedgerAccountId = ledgerAccounts.get(before.bankAccountId) ?? ''
    const facts = { books, bankLedgerAccountId, tagNames, now, newId: banking.newId }
    const { after, postings, reason } = decideAutomatically(before, decisionOfRule(decision), facts)
    return { before, after: versioned(before, after, now), postings, isRefused: reason !== undefined }
  })
  const changed = decided.filter(({ before, after }) => before !== after)
  const business = { id: businessId, clientId: tenant.clientId }
  const postings = changed.flatMap((one) => one.postings)
  const sources = await recordDecisions(tx, banking, business, books, { changed, postings })
  return { count: changed.filter(({ isRefused }) => !isRefused).length, sources }
}

/** A rule that only describes makes a new version too, if it says anything new. */
function versioned(before: BankTransaction, after: BankTransaction, now: Date): BankTransaction {
  if (after.version !== before.version) return after
  const isSame =
    after.memo === before.memo && after.taxCode === before.taxCode && after.tags.length === before.tags.length
  return isSame ? before : { ...after, version: before.version + 1, updatedAt: now }
}
