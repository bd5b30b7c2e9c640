/** Sorts the transactions of a feed, in which an id is a transaction. Pure. */
import { signedAmount, type BankTransaction } from '../bank-transactions/bank-transaction.ts'
import { outsideShownRange } from './shown-range.ts'
import type { ExternalAccount } from '../bank-accounts/external-account.ts'
import type { Incoming, Sorted } from './incoming.ts'
import type { KnownTransaction } from './known-transaction.store.ts'
import { isAsReported } from './imported-transaction.ts'

export type FeedFacts = {
  account: ExternalAccount
  /** By the feed's id. */
  known: ReadonlyMap<string, KnownTransaction>
  /** Those that are pending, by our id. */
  pending: ReadonlyMap<string, BankTransaction>
}

/** A booked transaction never changes; a pending one becomes what the feed reports. */
export function sortFeed(rows: readonly (Incoming & { externalId: string })[], facts: FeedFacts): Sorted[] {
  const firstWith = new Map<string, number>()
  return rows.map((incoming) => {
    const { externalId, row } = incoming
    const first = firstWith.get(externalId)
    if (first !== undefined) return { kind: 'repeated', incoming, row: first }
    firstWith.set(externalId, row)
    const known = facts.known.get(externalId)
    if (known) return sortKnown(incoming, known, facts.pending.get(known.id))
    const reason = outsideShownRange(incoming.date, facts.account)
    return reason === undefined
      ? { kind: 'new', incoming, sourceTransactionId: externalId }
      : { kind: 'refused', row, reason, incoming }
  })
}

function sortKnown(incoming: Incoming, known: KnownTransaction, before: BankTransaction | undefined): Sorted {
  if (before?.status === 'PENDING') {
    if (!incoming.isPending) return { kind: 'booked', incoming, before }
    return isAsReported(before, incoming)
      ? { kind: 'known', incoming, transactionId: known.id }
      : { kind: 'changed', incoming, before }
  }
  const differs = signedAmount(known) !== signedAmount(incoming) || known.day !== incoming.day
  return {
    kind: 'known',
    incoming,
    transactionId: known.id,
    ...(differs ? { reason: BOOKED_OTHERWISE } : {}),
  }
}

const BOOKED_OTHERWISE =
  'The transaction of this id was booked with another amount or day. What is booked does not change: send a correction under an id of its own.'
