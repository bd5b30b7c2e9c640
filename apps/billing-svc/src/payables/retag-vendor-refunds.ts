/** Vendor refunds whose tags, or those of what they refund, change. */
import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '@pacioli/db'
import type { LedgerPrefetch } from '@pacioli/postings'
import type { Update } from '../documents/document-kind.ts'
import { liveOf, nextVersionOf } from '../documents/document.ts'
import { idsOf } from '../documents/document.store.ts'
import { tagsWithLines } from '../line-items/carried-by-lines.ts'
import { prefetchStored } from '../posting/prefetch-stored.ts'
import type { TagRef } from '../tags/tags.ts'
import { loadPayments, lockPayments } from './bill-payment.store.ts'
import type { BillPayment } from './bill-payment.ts'
import { accountsOfCredit } from './prefetch-bills.ts'
import { loadCredits, lockCredits } from './vendor-credit.store.ts'
import type { VendorCredit } from './vendor-credit.ts'
import { findRefundsOf, loadVendorRefunds, lockVendorRefunds } from './vendor-refund.store.ts'
import { retaggedRefund, type VendorRefund } from './vendor-refund.ts'

type Giver = BillPayment | VendorCredit
type Column = Parameters<typeof findRefundsOf>[1]

const giverIdOf = ({ paymentId, vendorCreditId }: VendorRefund['allocations'][number]): string =>
  paymentId ?? vendorCreditId ?? ''

const accountsOf = ({ clearingAccountId, allocations }: VendorRefund): string[] => [
  clearingAccountId,
  ...liveOf(allocations).flatMap(({ shares }) => shares.map(({ accountId }) => accountId)),
]

/**
 * Prefetches all that entries of refunds of these payments or credits need, except their tags: the caller knows which of
 * those stay.
 */
export async function prefetchRefundsOf(
  tx: Tx,
  asking: LedgerPrefetch,
  column: Column,
  givers: readonly { id: string }[],
  fieldOf: (id: string) => string,
): Promise<void> {
  const changing = new Set(idsOf(givers))
  const refunds = await loadVendorRefunds(tx, await findRefundsOf(tx, column, [...changing]))
  const tagsOf = ({ tags, allocations }: VendorRefund): TagRef[] => [
    ...tags,
    ...liveOf(allocations)
      .filter((one) => !changing.has(giverIdOf(one)))
      .flatMap(({ postedTags, shares }) => [...postedTags, ...shares.flatMap((share) => share.tags)]),
  ]
  await prefetchStored(tx, asking, refunds, { accountsOf, tagsOf }, ({ allocations }) =>
    allocations
      .map(giverIdOf)
      .filter((id) => changing.has(id))
      .map(fieldOf),
  )
}

/** The refunds of these payments or credits, locked, whose lines carry other tags now. */
export async function retaggedRefundsOf(
  tx: Tx,
  column: Column,
  givers: readonly Giver[],
  now: Date,
): Promise<Update<VendorRefund>[]> {
  const byId = new Map(givers.map((one) => [one.id, one]))
  const refunds = await lockVendorRefunds(tx, await findRefundsOf(tx, column, [...byId.keys()]))
  return refunds.flatMap((before): Update<VendorRefund>[] => {
    const { allocations } = retaggedRefund(before, (one) => byId.get(giverIdOf(one)))
    const isSame = isDeepStrictEqual(allocations, before.allocations)
    return isSame ? [] : [{ before, after: nextVersionOf(before, { allocations }, now) }]
  })
}

const idsIn = (refunds: readonly VendorRefund[], name: 'paymentId' | 'vendorCreditId'): string[] => [
  ...new Set(refunds.flatMap(({ allocations }) => liveOf(allocations).flatMap((one) => one[name] ?? []))),
]

/** What these refunds are of, by id. */
export async function giversOf(tx: Tx, refunds: readonly VendorRefund[]): Promise<Map<string, Giver>> {
  const payments = await loadPayments(tx, idsIn(refunds, 'paymentId'))
  const credits = await loadCredits(tx, idsIn(refunds, 'vendorCreditId'))
  return new Map([...payments, ...credits].map((one): [string, Giver] => [one.id, one]))
}

/** Refunds, locked after the payments and credits that they are of, which never change. */
export async function lockWithGivers(tx: Tx, ids: readonly string[]): Promise<VendorRefund[]> {
  const seen = await loadVendorRefunds(tx, ids)
  await lockPayments(tx, idsIn(seen, 'paymentId'))
  await lockCredits(tx, idsIn(seen, 'vendorCreditId'))
  return lockVendorRefunds(tx, ids)
}

/** Prefetches all that entries of these refunds need. @param refunds without the tags that they lose */
export async function prefetchVendorRefunds(
  tx: Tx,
  asking: LedgerPrefetch,
  refunds: readonly VendorRefund[],
  fieldOf: (id: string) => string,
): Promise<void> {
  await prefetchStored(tx, asking, refunds, { accountsOf, tagsOf: ({ tags }) => tags }, ({ id }) => [fieldOf(id)])
  const givers = [...(await giversOf(tx, refunds)).values()]
  const carried = {
    accountsOf: (giver: Giver) => ('lineItems' in giver ? accountsOfCredit(giver) : []),
    tagsOf: (giver: Giver) => ('lineItems' in giver ? tagsWithLines(giver) : giver.tags),
  }
  await prefetchStored(tx, asking, givers, carried, fieldOf(refunds[0]?.id ?? ''))
}

/** A new version of the refund with these tags instead of its own. */
export const withTagsOf = (
  before: VendorRefund,
  tags: VendorRefund['tags'],
  givers: ReadonlyMap<string, Giver>,
  now: Date,
): VendorRefund => {
  const { allocations } = retaggedRefund({ ...before, tags }, (one) => givers.get(giverIdOf(one)))
  return nextVersionOf(before, { tags, allocations }, now)
}
