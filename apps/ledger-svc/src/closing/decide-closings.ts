import type { Tx } from '@pacioli/db'
import { Problems } from '@pacioli/errors'
import type { Books } from '../books/books.ts'
import { justAfter } from '@pacioli/calendar'
import { activationOf } from '../businesses/business.ts'
import { loadBusinessFacts } from '../businesses/business.store.ts'
import type { Account } from '../chart-of-accounts/account.ts'
import { loadBalances } from '../balances/balance.store.ts'
import { loadTotals } from '../chart-of-accounts/account.store.ts'
import { otherBasisOf } from '../journal/journal-entry.ts'
import { loadDefinitions, loadKnownTags } from '../tags/tag.store.ts'
import { tagName, type TagDefinition, type TagInput } from '../tags/tag.ts'
import { planClosings, refuseOutOfRange, refuseTooLarge, type Balance, type PlannedClosing } from './closing-plan.ts'
import { leftOutIn, type LeftOut } from './left-out.ts'
import {
  refuseClosedBooks,
  refuseClosedTogether,
  refuseOverlap,
  targetOf,
  windowOf,
  type ClosingRequest,
  type ClosingWindow,
} from './closing.ts'
import {
  loadBalancingDimensionIds,
  loadOverlappingClosing,
  loadBroaderClosing,
  loadWindowBalances,
} from './closing.store.ts'

export type DecidedClosings = {
  target: Account
  /** Undefined, and no closings, if the requested period lies before the activation of the business. */
  window: ClosingWindow | undefined
  closings: readonly PlannedClosing[]
  leftOut: LeftOut | undefined
}

/**
 * What a closing would post now; it writes nothing. To post it, the caller must have locked the books exclusively.
 * @throws BusinessArchived, AccountNotFound, AccountTypeMismatch, AccountArchived, TagValueNotFound, InvalidPayload,
 *   PeriodClosed, ClosingOverlap, PayloadTooLarge, AmountOutOfRange
 */
export async function decideClosings(tx: Tx, books: Books, request: ClosingRequest): Promise<DecidedClosings> {
  const { businessId } = books
  const activationAt = activationOf(await loadBusinessFacts(tx, books))
  const target = targetOf(books, request.target)
  const narrowed = request.override?.length ? await overrideTagsOf(tx, businessId, request.override) : null
  const { closesAt, window } = windowOf(request, { activationAt, timeZone: books.timeZone })
  if (!window) return { target, window, closings: [], leftOut: await leftOutOf(tx, books, justAfter(closesAt)) }
  refuseClosedBooks(books, window, request.through)
  refuseOverlap(window, await loadOverlappingClosing(tx, businessId, window), request)
  if (narrowed) refuseClosedTogether(await loadBroaderClosing(tx, businessId, window, [...narrowed.values()]))
  const balances = await balancesOf(tx, books, window, narrowed)
  const closings = planClosings(balances, target, request.override !== null)
  if (closings.length > 0) {
    refuseTooLarge(closings)
    refuseOutOfRange(closings, target, await balancesIn(tx, businessId, target.id))
  }
  return { target, window, closings, leftOut: await leftOutOf(tx, books, window.startsAt) }
}

/** What is read of the books of either basis, without the lines of the other one alone. */
async function ofBothBases<Found>(
  read: (otherBasis: string) => Promise<Found>,
): Promise<{ accrual: Found; cash: Found }> {
  const [accrual, cash] = await Promise.all([read(otherBasisOf('ACCRUAL')), read(otherBasisOf('CASH'))])
  return { accrual, cash }
}

/** Debits less credits of an account. */
const balancesIn = (tx: Tx, businessId: string, accountId: string) =>
  ofBothBases(async (otherBasis) => {
    const found = (await loadBalances(tx, businessId, [accountId], otherBasis)).get(accountId)
    return found ? found.debits - found.credits : 0n
  })

/** What no closing has closed of the time before; undefined where nothing is left. */
async function leftOutOf(tx: Tx, { businessId, chart }: Books, before: Date): Promise<LeftOut | undefined> {
  const totals = await ofBothBases((otherBasis) => loadTotals(tx, businessId, otherBasis, before, null))
  return leftOutIn(chart, before, totals)
}

/** The values a closing is narrowed to, by dimension: a line carries one of them in every dimension. */
type Narrowed = ReadonlyMap<string, readonly TagDefinition[]>

/** @throws TagValueNotFound naming each value that is not defined; archived ones may still be on lines */
async function overrideTagsOf(tx: Tx, businessId: string, inputs: readonly TagInput[]): Promise<Narrowed> {
  const { definitions } = await loadKnownTags(tx, businessId, inputs)
  const problems = new Problems()
  const found = inputs.flatMap(({ key, value }, index) => {
    const definition = definitions.get(tagName(key, value))
    if (definition) return [definition]
    problems.add('TagValueNotFound', `The business has no tag value ${key} = ${value}.`, {
      field: `override_default_tagging_strategy.${index}`,
      value,
    })
    return []
  })
  problems.throwIfAny()
  return Map.groupBy(found, ({ dimensionId }) => dimensionId)
}

/** Balances of revenue and expense accounts, archived ones included, in the order of the chart. */
async function balancesOf(
  tx: Tx,
  { businessId, chart }: Books,
  window: ClosingWindow,
  narrowed: Narrowed | null,
): Promise<Balance[]> {
  const accounts = [...chart.byId.values()].filter(({ type }) => type === 'REVENUE' || type === 'EXPENSE')
  const dimensionIds = new Set([...(await loadBalancingDimensionIds(tx, businessId)), ...(narrowed?.keys() ?? [])])
  const [first] = narrowed?.values() ?? []
  const loaded = await loadWindowBalances(tx, businessId, window, {
    accountIds: accounts.map(({ id }) => id),
    dimensionIds: [...dimensionIds],
    narrowedTo: first?.map(({ definitionId }) => definitionId) ?? null,
  })
  const definitions = await loadDefinitions(tx, businessId, [
    ...new Set(loaded.flatMap(({ definitionIds }) => definitionIds)),
  ])
  const isRequested = ({ definitionIds }: { definitionIds: readonly string[] }): boolean =>
    [...(narrowed?.values() ?? [])].every((values) =>
      values.some((value) => definitionIds.includes(value.definitionId)),
    )
  const byAccount = Map.groupBy(loaded.filter(isRequested), ({ accountId }) => accountId)
  return accounts.flatMap((account) =>
    (byAccount.get(account.id) ?? []).map(({ definitionIds, accrual, cash }) => ({
      account,
      combination: definitionIds.flatMap((id) => definitions.get(id) ?? []),
      accrual,
      cash,
    })),
  )
}
