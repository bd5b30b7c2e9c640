/** What an account held before its first transaction. Pure. */
import { refused } from '@pacioli/errors'
import { credit, debit, type NewPosting, type Reversal, type Source } from '@pacioli/postings'
import { OPENING_BALANCE } from '../bank-transactions/posting-keys.ts'

export type OpeningBalance = {
  id: string
  businessId: string
  externalAccountId: string
  /** The bank's view: money, or, negative, debt. */
  balance: number
  effectiveAt: Date
  memo: string | null
  /** null where nothing had to be posted. */
  postingKey: string | null
  createdAt: Date
  deletedAt: Date | null
}

export const sourceOfOpening = ({ id }: { id: string }): Source => ({ type: OPENING_BALANCE, id })

const keyOf = (id: string, event: 'opened' | 'deleted'): string => `${OPENING_BALANCE}:${id}:${event}:1`

export const openedWith = (
  id: string,
  external: { id: string; businessId: string },
  details: Pick<OpeningBalance, 'balance' | 'effectiveAt' | 'memo'>,
  now: Date,
): OpeningBalance => ({
  ...details,
  id,
  businessId: external.businessId,
  externalAccountId: external.id,
  postingKey: details.balance === 0 ? null : keyOf(id, 'opened'),
  createdAt: now,
  deletedAt: null,
})

export type OpeningAccounts = { bankLedgerAccountId: string; equityAccountId: string }

/**
 * Money on the account raises the bank account and the owners' equity, debt lowers both: with a negative amount the two
 * swap sides, which is what a liability account needs, too. Zero posts nothing.
 */
export function postingFor(opening: OpeningBalance, accounts: OpeningAccounts): NewPosting | undefined {
  if (opening.postingKey === null) return undefined
  return {
    postingKey: opening.postingKey,
    source: sourceOfOpening(opening),
    entryType: 'OPENING_BALANCE',
    basis: 'BOTH',
    entryAt: opening.effectiveAt,
    memo: opening.memo,
    lines: [debit(accounts.bankLedgerAccountId, opening.balance), credit(accounts.equityAccountId, opening.balance)],
  }
}

/** Undefined if nothing was posted. */
export const reversalOf = (opening: OpeningBalance, entryAt: Date): Reversal | undefined =>
  opening.postingKey === null
    ? undefined
    : {
        postingKey: keyOf(opening.id, 'deleted'),
        source: sourceOfOpening(opening),
        entryAt,
        reverses: opening.postingKey,
      }

export const openingBalanceNotFound = (externalAccountId: string) =>
  refused('OpeningBalanceNotFound', `The external account ${externalAccountId} has no opening balance.`, {
    field: 'externalAccountId',
    value: externalAccountId,
  })

/** @throws DuplicateOpeningBalance */
export function requireNone(opening: OpeningBalance | undefined): void {
  if (opening)
    throw refused(
      'DuplicateOpeningBalance',
      `The account was opened with ${opening.balance} at ${opening.effectiveAt.toISOString()}. Delete that opening balance first.`,
      { opening_balance_id: opening.id },
    )
}
