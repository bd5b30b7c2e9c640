/**
 * Applies a rule to uncategorized transactions, as `apply_retroactively` requests: in the order of their ids, one batch
 * per database transaction, which also saves the progress in the rule. A request runs for some seconds, `RuleRuns` does
 * the rest, and a batch that two processes take is done once.
 */
import {
  LedgerPrefetch,
  loadStaged,
  type Books,
  type PostingState,
  type Question,
  type Source,
  type WaitingPosting,
} from '@pacioli/postings'
import type { RuleAnswer } from '@pacioli/protos/banking'
import type { BusinessWrite, OutgoingContext, Tenant } from '@pacioli/rpc'
import type { Tx } from '@pacioli/db'
import type { Banking } from '../banking.ts'
import { loadLedgerAccountIds } from '../bank-accounts/bank-account.store.ts'
import { sourceOf } from '../bank-transactions/posting-keys.ts'
import type { BankTransaction } from '../bank-transactions/bank-transaction.ts'
import { loadTransactions, lockTransactions } from '../bank-transactions/bank-transaction.store.ts'
import { recordDecisions } from '../categorization/record-decisions.ts'
import { prefetchStored, loadNames, namesOf } from '../categorization/stored-tags.ts'
import { matchedBefore } from '../matches/match.store.ts'
import { decideAutomatically, decisionOfRule } from './automatic-decisions.ts'
import { evaluateRules } from './decide-by-rules.ts'
import { presentRules } from './rule.messages.ts'
import { isInForce, type Rule, type RuleDecision } from './rule.ts'
import { findRule, lockRule, saveProgress } from './rule.store.ts'
import { findUncategorized } from './apply-rule.store.ts'

/** Bank transactions per database transaction. */
const BATCH = 500

/** How long a request itself applies a rule; `RuleRuns` does the rest. */
const REQUEST_MS = 5_000
/** Left for sending the answer. */
const RESERVE_MS = 1_000

const bankAccountOf = ({ bankAccountId }: BankTransaction): string => bankAccountId

/** A rule that a preview has written and rolled back, and how it is written again. */
export type Supposed = { rule: Rule; write: (tx: Tx, rule: Rule) => Promise<unknown> }

const untilOf = (banking: Banking, { deadline }: BusinessWrite): number =>
  Math.min(banking.now().getTime() + REQUEST_MS, deadline.getTime() - RESERVE_MS)

/**
 * After the commit: applies the rule as far as the request may, and answers how far that was. Never throws: the rule
 * exists, and `RuleRuns` will fail the same way. A repeat of the request answers the rule as it was.
 * @param written by this request
 */
export async function continueApplying(
  banking: Banking,
  request: BusinessWrite,
  answer: RuleAnswer,
  { isRequested, written }: { isRequested: boolean; written: Supposed | undefined },
): Promise<RuleAnswer> {
  const id = answer.data?.id
  if (!isRequested || id === undefined) return answer
  if (request.preview) {
    const supposed = written ?? (await existing(banking, request, id))
    return supposed ? previewApplying(banking, request, answer, supposed) : answer
  }
  const until = untilOf(banking, request)
  let posting: PostingState = 'posted'
  try {
    for (let more = true; more && banking.now().getTime() < until;) {
      const done = await applyBatch(banking, request, id)
      more = done.more
      const delivered = await banking.postingSession.deliver(request, done.sources, new Date(until))
      posting = worse(posting, done.isByAnother ? 'pending' : delivered)
    }
    return await presentApplied(banking, request, id, answer, posting)
  } catch {
    return { ...answer, posting: worse(posting, 'pending') }
  }
}

/** A rule that a request made before, which may still be applying. */
async function existing(banking: Banking, request: BusinessWrite, id: string): Promise<Supposed | undefined> {
  const rule = await banking.db.read(request, (tx) => findRule(tx, id))
  return rule && { rule, write: saveProgress }
}

/** The same for a rule that is not there: batch by batch it is supposed to be as the batch before would have left it. */
async function previewApplying(
  banking: Banking,
  request: BusinessWrite,
  answer: RuleAnswer,
  { rule: written, write }: Supposed,
): Promise<RuleAnswer> {
  const until = untilOf(banking, request)
  let rule = written
  let posting: PostingState = 'posted'
  for (let more = true; more && banking.now().getTime() < until;) {
    const before = rule
    const suppose = (tx: Tx): Promise<unknown> => write(tx, before)
    const done = await applyBatch(banking, request, rule.id, BATCH, suppose)
    posting = worse(posting, await banking.postingSession.deliver(request, done.sources, undefined, done.staged ?? []))
    more = done.more
    rule = done.rule ?? rule
  }
  const state = rule.isApplying ? worse(posting, 'pending') : posting
  const data = answer.data && { ...answer.data, is_applying: rule.isApplying }
  return { ...answer, data, applied_count: rule.appliedCount, posting: state }
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
    const rule = await findRule(tx, id)
    if (rule?.updatedAt.toISOString() !== answer.data?.updated_at) return { ...answer, posting }
    const [data] = await presentRules(tx, rule ? [rule] : [])
    const state = rule?.isApplying ? worse(posting, 'pending') : posting
    return { ...answer, data: data ?? answer.data, applied_count: rule?.appliedCount ?? 0, posting: state }
  })
}

/** `sources` have postings to deliver; `isByAnother` where another process did the batch, and delivers. */
export type Applied = {
  more: boolean
  sources: Source[]
  isByAnother?: boolean
  /** Of a preview: the rule as the batch would leave it, and the postings to be tried. */
  rule?: Rule
  staged?: readonly WaitingPosting[]
}

/**
 * One batch of a rule that is being applied. Does nothing if it no longer is, or was changed.
 * @param suppose for a preview: puts the rule where each of its transactions finds it
 * @throws ServiceUnavailable
 */
export async function applyBatch(
  banking: Banking,
  tenant: Tenant & OutgoingContext,
  ruleId: string,
  size = BATCH,
  suppose: (tx: Tx) => Promise<unknown> = nothing,
): Promise<Applied> {
  const start = await banking.db.transact(tenant, async (tx) => {
    await suppose(tx)
    const rule = await findRule(tx, ruleId)
    if (!rule?.isApplying) return undefined
    const ids = await findUncategorized(tx, rule.appliedThrough, size)
    return { rule, ids, uncategorized: await loadTransactions(tx, ids) }
  })
  if (!start) return { more: false, sources: [] }
  const { rule, ids, uncategorized } = start
  // The first matching rule decides, as on import: only transactions that this rule decides are its own.
  const { decisions, isCutShort, switchedOff } = await evaluateRules(banking, tenant, uncategorized, {
    upTo: rule.id,
    suppose,
  })
  // Without the rules that took too long, the next attempt has time.
  if (isCutShort && switchedOff > 0) return { more: true, sources: [] }
  const own = uncategorized.filter(({ id }) => decisions.get(id)?.ruleId === rule.id)
  const decision = decisions.get(own[0]?.id ?? '')
  const commit = (books: Books | undefined) =>
    banking.db.transact(tenant, async (tx) => {
      await suppose(tx)
      return commitBatch(tx, banking, tenant, rule, { ids, own, decision, books, size })
    })
  if (own.length === 0 || !decision) return commit(undefined)
  const question = () => banking.db.transact(tenant, (tx) => questionOf(tx, own, decision))
  return banking.postingSession.decide(tenant, question, commit)
}

const nothing = (): Promise<void> => Promise.resolve()

/** Reads the transactions again: their tags may change between two attempts. */
async function questionOf(tx: Tx, own: readonly BankTransaction[], decision: RuleDecision): Promise<Question> {
  const asking = new LedgerPrefetch()
  const ids = own.map(({ id }) => id)
  const transactions = await loadTransactions(tx, ids)
  if (decision.categoryAccountId !== null) asking.account({ type: 'AccountId', id: decision.categoryAccountId })
  for (const id of (await loadLedgerAccountIds(tx, transactions.map(bankAccountOf))).values())
    asking.account({ type: 'AccountId', id })
  const tags = tagsOf(transactions, decision)
  prefetchStored(asking, tags, await loadNames(tx, tags), 'tags')
  return asking.question()
}

/** The tags of the transactions and of the rule, by definition. */
const tagsOf = (transactions: readonly BankTransaction[], decision: RuleDecision): string[] => [
  ...new Set([...transactions.flatMap(({ tags }) => tags), ...decision.tags].map(({ definitionId }) => definitionId)),
]

type Batch = {
  ids: readonly string[]
  own: readonly BankTransaction[]
  decision: RuleDecision | undefined
  books: Books | undefined
  /** The requested number of ids; fewer means the last batch. */
  size: number
}

/** Locks the rule first: a concurrent run of this batch then finds it done. */
async function commitBatch(
  tx: Tx,
  banking: Banking,
  tenant: Tenant,
  seen: Rule,
  { ids, own, decision, books, size }: Batch,
): Promise<Applied> {
  const rule = await lockRule(tx, seen.id)
  if (!rule?.isApplying || rule.version !== seen.version || rule.appliedThrough !== seen.appliedThrough)
    return { more: rule?.isApplying ?? false, sources: [], isByAnother: true }
  const isOver = !isInForce(rule) || books?.facts.businessArchivedAt instanceof Date
  const done = decision && books && !isOver ? await decideOwn(tx, banking, tenant, own, decision, books) : NOTHING
  const more = ids.length === size && !isOver
  const after = {
    ...rule,
    isApplying: more,
    appliedThrough: ids.at(-1) ?? rule.appliedThrough,
    appliedCount: rule.appliedCount + done.count,
  }
  await saveProgress(tx, after)
  const { sources } = done
  return { more, sources, ...(tx.isPreview ? { rule: after, staged: await loadStaged(tx, sources) } : {}) }
}

const NOTHING = { count: 0, sources: [] }

/**
 * Decides what is still uncategorized. What was decided meanwhile stays, as does what has a posting that the ledger
 * refused. What bookkeeping rules refuse stays uncategorized.
 * @throws RetryDecision
 */
async function decideOwn(
  tx: Tx,
  banking: Banking,
  tenant: Tenant,
  own: readonly BankTransaction[],
  decision: RuleDecision,
  books: Books,
): Promise<{ count: number; sources: Source[] }> {
  const ids = own.map(({ id }) => id)
  const locked = [...(await lockTransactions(tx, ids)).values()]
  const blocked = await banking.postingSession.blockedAmong(tx, locked.map(sourceOf))
  const uncategorized = locked.filter(({ id, status }) => status === 'READY_FOR_INPUT' && !blocked.has(id))
  const ledgerAccounts = await loadLedgerAccountIds(tx, uncategorized.map(bankAccountOf))
  const tags = tagsOf(uncategorized, decision)
  const tagNames = namesOf(books, tags, await loadNames(tx, tags))
  const earlier = await matchedBefore(tx, books, uncategorized)
  const now = banking.now()
  const decided = uncategorized.map((before) => {
    const bankLedgerAccountId = ledgerAccounts.get(before.bankAccountId) ?? ''
    const facts = { books, bankLedgerAccountId, tagNames, matchedBefore: earlier, now, newId: banking.newId }
    const { after, postings, reason } = decideAutomatically(before, decisionOfRule(decision), facts)
    return { before, after: versioned(before, after, now), postings, isRefused: reason !== undefined }
  })
  const changed = decided.filter(({ before, after }) => before !== after)
  const postings = changed.flatMap((one) => one.postings)
  const sources = await recordDecisions(tx, banking, tenant, books, { changed, postings })
  return { count: changed.filter(({ isRefused }) => !isRefused).length, sources }
}

/** A rule without a category makes a new version, too, if it changes anything. */
function versioned(before: BankTransaction, after: BankTransaction, now: Date): BankTransaction {
  if (after.version !== before.version) return after
  const isSame =
    after.memo === before.memo && after.taxCode === before.taxCode && after.tags.length === before.tags.length
  return isSame ? before : { ...after, version: before.version + 1, updatedAt: now }
}
