import { setImmediate } from 'node:timers/promises'
import { stageEvents } from '@pacioli/events'
import type { Tx } from '@pacioli/db'
import { loadTagDefinitions } from '@pacioli/ledger-facts'
import type { Tenant } from '@pacioli/rpc'
import { FairSemaphore } from '@pacioli/service'
import type { Banking } from '../banking.ts'
import { withinRegexLimit } from '../regex/regex.store.ts'
import { findByRegexes, type AskRegexes, type RankedRule } from './find-by-regexes.ts'
import { firstFitting, type Placed } from './fitting.ts'
import { findFirstMatching } from './matching-rules.store.ts'
import { decisionOf, disable, hasRegex, type Rule, type RuleDecision, type RuleSubject } from './rule.ts'
import { ruleEvent } from './rule.events.ts'
import { loadRulesInForce, lockRule, updateRule } from './rule.store.ts'

/** A business with many expressions cannot have all processors of the database. */
const ruleTurns = new FairSemaphore({ permits: 3, perBusiness: 1, name: 'evaluations of categorization rules' })

/** How long a statement waits for its turn, in milliseconds. */
const PATIENCE_MS = 8_000

/** Transactions that are asked for some milliseconds at most, however many rules there are. */
const AT_A_TIME = 250

const TOO_EXPENSIVE =
  'RegexTooExpensive: matching its regular expression took too long. Make it simpler; changing the rule switches it on again.'

export type RulesSay = {
  /** By the id of the transaction; those that no rule fits are absent. */
  decisions: Map<string, RuleDecision>
  /** Whether there was no time for all expressions; transactions that they might have fitted are absent. */
  isCutShort: boolean
  /** Rules that took too long. */
  switchedOff: number
}

/**
 * What the rules of the business say of each transaction, by its id; those that no rule fits are absent. The first rule
 * that fits decides alone. Called before the transaction that writes, because expressions take their time: a rule whose
 * expression takes too long is switched off, says so, and the others go on.
 * @throws ServiceUnavailable where too many ask at once
 */
export const decideByRules = async (
  banking: Banking,
  tenant: Tenant,
  subjects: readonly RuleSubject[],
): Promise<Map<string, RuleDecision>> => (await askRules(banking, tenant, subjects)).decisions

/** @param upTo the rule after which no further one is of interest */
export async function askRules(
  banking: Banking,
  tenant: Tenant,
  subjects: readonly RuleSubject[],
  upTo?: string,
): Promise<RulesSay> {
  const says: RulesSay = { decisions: new Map(), isCutShort: false, switchedOff: 0 }
  if (subjects.length === 0) return says
  const rules = await banking.db.transact(tenant, (tx) => loadRules(tx, tenant.businessId, upTo))
  const placed = subjects.map((subject, place) => ({ subject, place }))
  const ranked = rules.map((rule, rank) => ({ rule, rank }))
  const plain = ranked.filter(({ rule }) => !hasRegex(rule))
  const fitting = await byTheRest(placed, plain)
  const regex = ranked.filter(({ rule }) => hasRegex(rule))
  const { found, guilty, unaskedFrom } = await byRegexes(banking, tenant, regex, placed, fitting)
  for (const { rule } of guilty) await switchOff(banking, tenant, rule)
  says.switchedOff = guilty.length
  for (const [place, subject] of subjects.entries()) {
    const rank = Math.min(fitting.get(place) ?? Infinity, found.get(place) ?? Infinity)
    const rule = rules[rank]
    const isAsked = Math.min(rank, rules.length) <= (unaskedFrom.get(place) ?? Infinity)
    if (!isAsked) says.isCutShort = true
    else if (rule) says.decisions.set(subject.id, decisionOf(rule))
  }
  return says
}

/** Rules as they decide: values of tags that were archived are not applied any more. */
async function loadRules(tx: Tx, businessId: string, upTo: string | undefined): Promise<Rule[]> {
  const all = await loadRulesInForce(tx, businessId)
  const end = all.findIndex(({ id }) => id === upTo)
  const rules = end < 0 ? all : all.slice(0, end + 1)
  const ids = new Set(rules.flatMap(({ tags }) => tags.map(({ definitionId }) => definitionId)))
  const definitions = await loadTagDefinitions(tx, businessId, [...ids])
  const isInUse = (id: string): boolean => (definitions.get(id)?.archivedAt ?? null) === null
  return rules.map((rule) => ({ ...rule, tags: rule.tags.filter(({ definitionId }) => isInUse(definitionId)) }))
}

/** Others get their turn in between. */
async function byTheRest(subjects: readonly Placed[], rules: readonly RankedRule[]): Promise<Map<number, number>> {
  const found = new Map<number, number>()
  for (let start = 0; start < subjects.length; start += AT_A_TIME) {
    for (const [place, rank] of firstFitting(subjects.slice(start, start + AT_A_TIME), rules)) found.set(place, rank)
    await setImmediate()
  }
  return found
}

/** Only of transactions that no rule before the first expression decides. Each statement waits for its turn. */
function byRegexes(
  { db, now }: Banking,
  tenant: Tenant,
  rules: readonly RankedRule[],
  subjects: readonly Placed[],
  decided: ReadonlyMap<number, number>,
) {
  const first = rules[0]?.rank ?? Infinity
  const open = subjects.filter(({ place }) => (decided.get(place) ?? Infinity) > first)
  const ask: AskRegexes = (some, asked, limitMs) =>
    ruleTurns.run(tenant, PATIENCE_MS, async () => {
      const started = now().getTime()
      const found = await db.transact(tenant, (tx) =>
        withinRegexLimit(tx, () => findFirstMatching(tx, some, asked), {}, limitMs),
      )
      return { found, tookMs: now().getTime() - started }
    })
  return findByRegexes(ask, open, rules)
}

/** Unless somebody has changed it meanwhile. */
async function switchOff(banking: Banking, tenant: Tenant, guilty: Rule): Promise<void> {
  await banking.db.transact(tenant, async (tx) => {
    const rule = await lockRule(tx, tenant.businessId, guilty.id)
    if (rule?.version !== guilty.version) return
    const disabled = disable(rule, TOO_EXPENSIVE, banking.now())
    await updateRule(tx, tenant.businessId, disabled)
    await stageEvents(tx, [ruleEvent(tenant.businessId, disabled, 'changed', banking.newId(), banking.now())])
    tx.afterCommit(banking.notify)
  })
}
