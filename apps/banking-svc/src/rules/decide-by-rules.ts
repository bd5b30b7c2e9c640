import { setImmediate } from 'node:timers/promises'
import { stageEvents } from '@pacioli/events'
import type { Tx } from '@pacioli/db'
import { loadTagDefinitions } from '@pacioli/ledger-facts'
import type { Tenant } from '@pacioli/rpc'
import { FairSemaphore } from '@pacioli/service'
import type { Banking } from '../banking.ts'
import { withinRegexLimit } from '../regex/regex.store.ts'
import { findByRegexes, type EvaluateRegexes, type RankedRule } from './find-by-regexes.ts'
import { firstMatching, type Placed } from './plain-conditions.ts'
import { findFirstMatching } from './matching-rules.store.ts'
import { decisionOf, disable, hasRegex, type Rule, type RuleDecision, type RuleSubject } from './rule.ts'
import { ruleEvent } from './rule.events.ts'
import { loadRulesInForce, lockRule, updateRule } from './rule.store.ts'

/** A business with many expressions cannot occupy all processors of the database. */
const ruleSemaphore = new FairSemaphore({ permits: 3, perBusiness: 1, name: 'evaluations of categorization rules' })

/** How long a statement waits for capacity. */
const MAX_WAIT_MS = 8_000

/** So many transactions take milliseconds, however many rules there are. */
const AT_A_TIME = 250

const TOO_EXPENSIVE =
  'RegexTooExpensive: matching its regular expression took too long. Make it simpler; changing the rule switches it on again.'

export type RuleResults = {
  /** By transaction id; absent where no rule matches. */
  decisions: Map<string, RuleDecision>
  /** Whether there was no time for all expressions; transactions that they might match are absent. */
  isCutShort: boolean
  /** Rules that took too long. */
  switchedOff: number
}

/**
 * The decision of the rules on each transaction, by its id; absent where no rule matches. The first matching rule decides
 * alone. Called before the transaction that writes, because expressions take time: a rule whose expression takes too long
 * is disabled with the reason, and the others go on.
 * @throws ServiceUnavailable under load
 */
export const decideByRules = async (
  banking: Banking,
  tenant: Tenant,
  subjects: readonly RuleSubject[],
): Promise<Map<string, RuleDecision>> => (await evaluateRules(banking, tenant, subjects)).decisions

/**
 * @param upTo the last rule to evaluate
 * @param suppose for a preview: puts rules where they are read
 */
export async function evaluateRules(
  banking: Banking,
  tenant: Tenant,
  subjects: readonly RuleSubject[],
  { upTo, suppose }: { upTo?: string; suppose?: (tx: Tx) => Promise<unknown> } = {},
): Promise<RuleResults> {
  const results: RuleResults = { decisions: new Map(), isCutShort: false, switchedOff: 0 }
  if (subjects.length === 0) return results
  const rules = await banking.db.transact(tenant, async (tx) => {
    await suppose?.(tx)
    return loadRules(tx, upTo)
  })
  const placed = subjects.map((subject, place) => ({ subject, place }))
  const ranked = rules.map((rule, rank) => ({ rule, rank }))
  const plain = ranked.filter(({ rule }) => !hasRegex(rule))
  const fitting = await byPlainConditions(placed, plain)
  const regex = ranked.filter(({ rule }) => hasRegex(rule))
  const { found, tooSlow, untriedFrom } = await byRegexes(banking, tenant, regex, placed, fitting)
  for (const { rule } of tooSlow) await switchOff(banking, tenant, rule)
  results.switchedOff = tooSlow.length
  for (const [place, subject] of subjects.entries()) {
    const rank = Math.min(fitting.get(place) ?? Infinity, found.get(place) ?? Infinity)
    const rule = rules[rank]
    const wasTried = Math.min(rank, rules.length) <= (untriedFrom.get(place) ?? Infinity)
    if (!wasTried) results.isCutShort = true
    else if (rule) results.decisions.set(subject.id, decisionOf(rule))
  }
  return results
}

/** Without archived tag values, which are no longer applied. */
async function loadRules(tx: Tx, upTo: string | undefined): Promise<Rule[]> {
  const all = await loadRulesInForce(tx)
  const end = all.findIndex(({ id }) => id === upTo)
  const rules = end < 0 ? all : all.slice(0, end + 1)
  const ids = new Set(rules.flatMap(({ tags }) => tags.map(({ definitionId }) => definitionId)))
  const definitions = await loadTagDefinitions(tx, [...ids])
  const isInUse = (id: string): boolean => (definitions.get(id)?.archivedAt ?? null) === null
  return rules.map((rule) => ({ ...rule, tags: rule.tags.filter(({ definitionId }) => isInUse(definitionId)) }))
}

/** Yields to other requests between slices. */
async function byPlainConditions(
  subjects: readonly Placed[],
  rules: readonly RankedRule[],
): Promise<Map<number, number>> {
  const found = new Map<number, number>()
  for (let start = 0; start < subjects.length; start += AT_A_TIME) {
    for (const [place, rank] of firstMatching(subjects.slice(start, start + AT_A_TIME), rules)) found.set(place, rank)
    await setImmediate()
  }
  return found
}

/** Only for transactions that no rule before the first expression decides. Each statement waits for capacity. */
function byRegexes(
  { db, now }: Banking,
  tenant: Tenant,
  rules: readonly RankedRule[],
  subjects: readonly Placed[],
  decided: ReadonlyMap<number, number>,
) {
  const first = rules[0]?.rank ?? Infinity
  const open = subjects.filter(({ place }) => (decided.get(place) ?? Infinity) > first)
  const evaluate: EvaluateRegexes = (some, asked, limitMs) =>
    ruleSemaphore.run(tenant, MAX_WAIT_MS, async () => {
      const started = now().getTime()
      const found = await db.transact(tenant, (tx) =>
        withinRegexLimit(tx, () => findFirstMatching(tx, some, asked), {}, limitMs),
      )
      return { found, tookMs: now().getTime() - started }
    })
  return findByRegexes(evaluate, open, rules)
}

/** Unless it was changed meanwhile. */
async function switchOff(banking: Banking, tenant: Tenant, tooSlow: Rule): Promise<void> {
  await banking.db.transact(tenant, async (tx) => {
    const rule = await lockRule(tx, tooSlow.id)
    if (rule?.version !== tooSlow.version) return
    const disabled = disable(rule, TOO_EXPENSIVE, banking.now())
    await updateRule(tx, disabled)
    await stageEvents(tx, [ruleEvent(tenant.businessId, disabled, 'changed', banking.newId(), banking.now())])
    tx.afterCommit(banking.notify)
  })
}
