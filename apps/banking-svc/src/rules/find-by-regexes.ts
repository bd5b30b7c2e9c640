/** Evaluates rules with regular expressions, and soon finds those that take too long. */
import { DomainError } from '@pacioli/errors'
import { REGEX_LIMIT_MS } from '../regex/regex.store.ts'
import type { Placed, Ranked } from './plain-conditions.ts'
import type { Rule } from './rule.ts'

export type RankedRule = Ranked & { rule: Rule }

/** Evaluates these rules on these transactions. @throws RegexTooExpensive */
export type EvaluateRegexes = (
  subjects: readonly Placed[],
  rules: readonly RankedRule[],
  limitMs: number,
) => Promise<{ found: Map<number, number>; tookMs: number }>

/** The most that one statement evaluates: ordinary expressions take a fraction of their limit for it. */
const CHUNK_SUBJECTS = 500
const CHUNK_CHARACTERS = 64_000
const CHUNK_QUESTIONS = 50_000

/** When all rules together take too long, so many are tried at a time; when those do, one by one. */
const GROUP = 32
const GROUP_LIMIT_MS = 300
/** A rule that takes this long alone is too slow. */
const SINGLE_LIMIT_MS = 1_000

/** How long all of it may take; the remaining rules are not tried. */
const BUDGET_MS = 12_000

export type Findings = {
  /** By place, the rank of the first matching rule. */
  found: Map<number, number>
  /** These match nothing. */
  tooSlow: RankedRule[]
  /** By place, the lowest rank that there was no time to try; absent where all were tried. */
  untriedFrom: Map<number, number>
}

/** @param rules in the order in which they decide */
export async function findByRegexes(
  evaluate: EvaluateRegexes,
  subjects: readonly Placed[],
  rules: readonly RankedRule[],
): Promise<Findings> {
  const search = new RegexSearch(evaluate, rules)
  const size = Math.min(CHUNK_SUBJECTS, Math.max(1, Math.floor(CHUNK_QUESTIONS / rules.length)))
  for (const chunk of rules.length === 0 ? [] : chunksOf(subjects, size)) await search.lookThrough(chunk)
  return search.findings
}

class RegexSearch {
  readonly findings: Findings = { found: new Map(), tooSlow: [], untriedFrom: new Map() }
  readonly #evaluate: EvaluateRegexes
  #rules: readonly RankedRule[]
  #spentMs = 0
  /** All together take too long, though no single one does. */
  #areMany = false

  constructor(evaluate: EvaluateRegexes, rules: readonly RankedRule[]) {
    this.#evaluate = evaluate
    this.#rules = rules
  }

  async lookThrough(chunk: readonly Placed[]): Promise<void> {
    if (!this.#areMany && (await this.#finds(chunk, this.#rules, REGEX_LIMIT_MS))) return
    this.#areMany = true
    for (let start = 0; start < this.#rules.length; start += GROUP) {
      const group = this.#rules.slice(start, start + GROUP)
      if (await this.#finds(chunk, group, GROUP_LIMIT_MS)) continue
      for (const rule of group)
        if (!(await this.#finds(chunk, [rule], SINGLE_LIMIT_MS))) this.findings.tooSlow.push(rule)
    }
    const { tooSlow } = this.findings
    if (tooSlow.length === 0) return
    const remaining = this.#rules.filter((rule) => !tooSlow.includes(rule))
    this.#areMany &&= remaining.length === this.#rules.length
    this.#rules = remaining
  }

  /** Whether the statement kept its limit. What there is no time for is noted, and counts as done. */
  async #finds(chunk: readonly Placed[], rules: readonly RankedRule[], limitMs: number): Promise<boolean> {
    const [first] = rules
    if (!first) return true
    if (this.#spentMs >= BUDGET_MS) {
      for (const { place } of chunk) lower(this.findings.untriedFrom, place, first.rank)
      return true
    }
    try {
      const { found, tookMs } = await this.#evaluate(chunk, rules, limitMs)
      this.#spentMs += tookMs
      for (const [place, rank] of found) lower(this.findings.found, place, rank)
      return true
    } catch (error) {
      if (!(error instanceof DomainError) || error.errorEnum !== 'RegexTooExpensive') throw error
      this.#spentMs += limitMs
      return false
    }
  }
}

const lower = (ranks: Map<number, number>, place: number, rank: number): void => {
  ranks.set(place, Math.min(ranks.get(place) ?? rank, rank))
}

function chunksOf(subjects: readonly Placed[], size: number): Placed[][] {
  const chunks: Placed[][] = []
  let characters = Infinity
  for (const placed of subjects) {
    const { description, merchantName } = placed.subject
    const length = description.length + (merchantName?.length ?? 0)
    const last = chunks.at(-1)
    if (last && last.length < size && characters + length <= CHUNK_CHARACTERS) last.push(placed)
    else chunks.push([placed])
    characters = chunks.at(-1) === last ? characters + length : length
  }
  return chunks
}
