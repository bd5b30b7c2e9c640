/**
 * Recognition of documents by their payments in the cash books (docs/POSTING-RULES.md, "Pro rata"): a document is a list of
 * components that sum to its total, and each allocation pays a share of each. Pure.
 */
import { netOf, type Itemized } from '../line-items/line-items.ts'
import { inProportion, sharesOf } from '../rounding/pro-rata.ts'
import { sumOf } from '../rounding/sum.ts'
import { mergedTags, type DocumentTag, type TagRef } from '../tags/tags.ts'

/** A component of a bill or an invoice: they sum to its total. The discount is negative. */
export type Component = {
  /** A stable key within the document. */
  key: string
  accountId: string
  prepaymentAccountId: string | null
  amount: number
  tags: readonly TagRef[]
  memo: string | null
}

/**
 * The line items net of their discounts, every tax, and what else there is on the whole; in the order of the document. Zero
 * components are left out.
 */
export function componentsOfItems(
  document: Itemized & { tags: readonly DocumentTag[] },
  onWhole: readonly Pick<Component, 'key' | 'accountId' | 'amount'>[],
): Component[] {
  const ofDocument = mergedTags(document.tags)
  const ofLines = document.lineItems.flatMap((line): Component[] => {
    const tags = mergedTags(line.tags, document.tags)
    const { prepaymentAccountId } = line
    return [
      {
        key: line.id,
        accountId: line.accountId,
        prepaymentAccountId,
        amount: netOf(line),
        tags,
        memo: memoOf(line),
      },
      ...line.salesTaxes.map(({ id, accountId, amount }) => ({
        key: id,
        accountId,
        prepaymentAccountId,
        amount,
        tags,
        memo: null,
      })),
    ]
  })
  const ofWhole = [
    ...document.additionalSalesTaxes.map(({ id, accountId, amount }) => ({ key: id, accountId, amount })),
    ...onWhole,
  ].map((part): Component => ({ ...part, prepaymentAccountId: null, tags: ofDocument, memo: null }))
  return [...ofLines, ...ofWhole].filter(({ amount }) => amount !== 0)
}

const memoOf = (line: { memo?: string | null; description: string | null }): string | null =>
  line.memo ?? line.description

/** The share of one component that an allocation pays, as recognized in the cash books. */
export type Share = {
  /** The component's key. */
  component: string
  accountId: string
  /** The prepayment account, if it was paid before the document's date and the line has one. */
  prepaymentAccountId: string | null
  amount: number
  /** What of it came back with the return of its payment; absent where that stands. */
  returned?: number
  tags: readonly TagRef[]
}

/** What of the shares came back. */
const returnedOf = (shares: readonly Pick<Share, 'returned'>[]): number =>
  sumOf(shares.map(({ returned = 0 }) => returned))

/** The shares without what came back. */
export const standingShares = <One extends Pick<Share, 'amount' | 'returned'>>(shares: readonly One[]): One[] =>
  shares.map((share) => ({ ...share, amount: share.amount - (share.returned ?? 0) }))

/** The shares of what came back. */
export const returnedShares = (shares: readonly Share[]): Share[] =>
  shares.flatMap(({ returned = 0, ...share }) => (returned === 0 ? [] : [{ ...share, amount: returned }]))

/** The shares with this much of them returned, pro rata. */
export function withReturned(shares: readonly Share[], amount: number): Share[] {
  const bare = shares.map(({ returned: _, ...share }): Share => share)
  if (amount === 0) return bare
  const parts = bare.map((share) => share.amount)
  const returned = sharesOf(parts, sumOf(parts), amount)
  return bare.map((share, index) => (returned[index] ? { ...share, returned: returned[index] } : share))
}

type PrepaidShare = Share & { prepaymentAccountId: string }

/** The prepaid shares. */
export const prepaidSharesOf = ({ shares }: { shares: readonly Share[] }): PrepaidShare[] =>
  shares.filter((share): share is PrepaidShare => share.prepaymentAccountId !== null)

export const prepaidOf = (allocation: { shares: readonly Share[] }): number =>
  sumOf(prepaidSharesOf(allocation).map(({ amount }) => amount))

/** A recognized amount of a component. */
export type Recognized = Pick<Share, 'component' | 'amount'>

/** What payments and credits recognize of a document. */
export type Recognizable = {
  components: readonly Component[]
  /** When it was received or sent: earlier payments are prepayments. */
  documentDate: Date
  tags: readonly TagRef[]
}

/** @param before what live allocations have recognized; a component may appear several times */
export type Recognition = Recognizable & { before: readonly Recognized[] }

/** What the recognition of an allocation depends on. */
type Paying = { amount: number; allocatedAt: Date; tags: readonly TagRef[]; paymentTags: readonly TagRef[] }

type Carried = { shares: Share[]; postedTags: TagRef[] }

/** An allocation with its shares. */
type Recognizing = Omit<Paying, 'paymentTags'> & { shares: readonly Share[] }

/**
 * The shares of an allocation: pro rata of the cumulative amount paid, less what was recognized before, so that a fully paid
 * document has recognized exactly its total. A share may be negative.
 * @throws RangeError where more is allocated than the document's total, a defect of the caller
 */
export function recognize(document: Recognition, allocation: Paying): Carried {
  const recognized = amountsByComponent(document.before)
  const paidBefore = sumOf([...recognized.values()])
  const targets = sharesOf(
    document.components.map(({ amount }) => amount),
    sumOf(document.components.map(({ amount }) => amount)),
    paidBefore + allocation.amount,
  )
  return carried(document, allocation, ({ key }, index) => (targets[index] ?? 0) - (recognized.get(key) ?? 0))
}

/**
 * All allocations of a changed document, recognized from the beginning, in the order of creation. Where the amounts of its
 * components are unchanged, each allocation keeps its amounts: only accounts and tags change, and no cent moves between
 * entries.
 * @param document with the components that it had before, `was`; without them everything is recognized again
 * @param allocations each with the tags of its payment
 */
export function recognizeAgain<Allocation extends Recognizing>(
  document: Recognizable & { was?: readonly Component[] },
  allocations: readonly { allocation: Allocation; paymentTags: readonly TagRef[] }[],
): (Allocation & Carried)[] {
  const isWorthTheSame = document.was !== undefined && worthTheSame(document.was, document.components)
  const before: Recognized[] = []
  // Only what came back in full can be on a document of zero: it stays of what the document was.
  if (sumOf(document.components.map(({ amount }) => amount)) === 0)
    return allocations.map(({ allocation, paymentTags }) => {
      const { postedTags } = carried(document, { ...allocation, paymentTags }, () => 0)
      return { ...allocation, shares: allocation.shares.map((share) => ({ ...share, tags: postedTags })), postedTags }
    })
  return allocations.map(({ allocation, paymentTags }) => {
    const paying = { ...allocation, paymentTags }
    const recognized = isWorthTheSame ? onAccountsOf(document, paying) : recognizeAnew({ ...document, before }, paying)
    before.push(...standingShares(recognized.shares))
    return { ...allocation, ...recognized }
  })
}

type PayingAgain = Paying & { shares: readonly Share[] }

/** The same amounts on the accounts that the components have now. */
function onAccountsOf(document: Recognizable, allocation: PayingAgain): Carried {
  const kept = amountsByComponent(allocation.shares)
  const back = amountsByComponent(returnedShares(allocation.shares))
  return carried(
    document,
    allocation,
    ({ key }) => kept.get(key) ?? 0,
    ({ key }) => back.get(key) ?? 0,
  )
}

/** What came back of an allocation is of the document as it is now; what stands is recognized as if there had been no more. */
function recognizeAnew(document: Recognition, allocation: PayingAgain): Carried {
  const returned = returnedOf(allocation.shares)
  if (returned === 0) return recognize(document, allocation)
  const amount = allocation.amount - returned
  const standing = amount === 0 ? [] : recognize(document, { ...allocation, amount }).shares
  const kept = amountsByComponent(standing)
  const back = inProportion(
    document.components.map((component) => component.amount),
    returned,
  )
  return carried(
    document,
    allocation,
    ({ key }, index) => (kept.get(key) ?? 0) + (back[index] ?? 0),
    (_, index) => back[index] ?? 0,
  )
}

/** The shares once its return is undone: what came back is recognized again, and what stands stays. */
export function recognizeReturned(document: Recognition, allocation: PayingAgain): Carried {
  const kept = amountsByComponent(standingShares(allocation.shares))
  const again = recognize(document, { ...allocation, amount: returnedOf(allocation.shares) })
  const recognized = amountsByComponent(again.shares)
  return carried(document, allocation, ({ key }) => (kept.get(key) ?? 0) + (recognized.get(key) ?? 0))
}

/** Whether they are the same components with the same amounts, on whatever accounts. */
export const worthTheSame = (some: readonly Component[], others: readonly Component[]): boolean =>
  worthOf(some) === worthOf(others)

const worthOf = (components: readonly Component[]): string =>
  JSON.stringify(components.map(({ key, amount }) => [key, amount]).sort())

function amountsByComponent(shares: readonly Recognized[]): Map<string, number> {
  const amounts = new Map<string, number>()
  for (const { component, amount } of shares) amounts.set(component, (amounts.get(component) ?? 0) + amount)
  return amounts
}

/** Each share on the accounts of its component, with the document's tags first. */
function carried(
  document: Recognizable,
  { allocatedAt, tags, paymentTags }: Paying,
  amountOf: (component: Component, index: number) => number,
  returnedOn: (component: Component, index: number) => number = () => 0,
): Carried {
  const isEarly = allocatedAt < document.documentDate
  const shares = document.components.map((part, index): Share => {
    const returned = returnedOn(part, index)
    return {
      component: part.key,
      accountId: part.accountId,
      prepaymentAccountId: isEarly ? part.prepaymentAccountId : null,
      amount: amountOf(part, index),
      ...(returned === 0 ? {} : { returned }),
      tags: mergedTags(part.tags, tags, paymentTags),
    }
  })
  return {
    shares: shares.filter(({ amount, returned = 0 }) => amount !== 0 || returned !== 0),
    postedTags: mergedTags(document.tags, tags, paymentTags),
  }
}
