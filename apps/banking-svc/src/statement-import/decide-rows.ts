/** Rows of an import as transactions, with their decisions. Pure. */
import type { AskedAccount, Books, Posting } from '@pacioli/postings'
import { RetryDecision } from '@pacioli/postings'
import type { BankTransaction, Change, TransactionTag } from '../bank-transactions/bank-transaction.ts'
import type { DecidedTag } from '../categorization/decide-transaction.ts'
import type { ExternalAccount } from '../bank-accounts/external-account.ts'
import type { ImportSource } from './imported-from.ts'
import type { WrittenRow } from './import-report.ts'
import { newTransaction, updatedTransaction, type Counterparties } from './imported-transaction.ts'
import type { Written } from './incoming.ts'
import { decideAutomatically, type AutomaticallyDecided, type AutomaticDecision } from '../rules/automatic-decisions.ts'

export type RowFacts = {
  businessId: string
  account: ExternalAccount
  source: ImportSource
  counterparties: Counterparties
  decisions: ReadonlyMap<number, AutomaticDecision>
  books: Books | undefined
  tagNames: ReadonlyMap<string, DecidedTag>
  now: Date
  newId: () => string
}

export type DecidedRows = {
  inserted: BankTransaction[]
  changed: Change[]
  postings: Posting[]
  /** The categories' accounts. */
  accounts: AskedAccount[]
  /** By row. */
  written: Map<number, WrittenRow>
}

/** @throws RetryDecision */
export function decideRows(rows: readonly Written[], facts: RowFacts): DecidedRows {
  const decided: DecidedRows = { inserted: [], changed: [], postings: [], accounts: [], written: new Map() }
  for (const row of rows) {
    const before = transactionOf(row, facts)
    const outcome = outcomeOf(row, before, facts)
    // An import with its decision is one version.
    const after = { ...outcome.after, version: before.version }
    if (row.kind === 'new') decided.inserted.push(after)
    else decided.changed.push({ before: row.before, after })
    decided.postings.push(...outcome.postings)
    decided.accounts.push(...outcome.accounts)
    decided.written.set(row.incoming.row, { transaction: after, reason: reasonOf(row, outcome) })
  }
  // In the order of their keys, like all inserts.
  decided.inserted.sort((one, other) => (one.sourceTransactionId < other.sourceTransactionId ? -1 : 1))
  return decided
}

function transactionOf(row: Written, facts: RowFacts): BankTransaction {
  const { incoming } = row
  const tags = tagsOf(row, facts)
  if (row.kind !== 'new') return updatedTransaction(row.before, incoming, { ...facts, tags })
  return newTransaction(incoming, { ...facts, tags, id: facts.newId(), sourceTransactionId: row.sourceTransactionId })
}

const tagsOf = ({ incoming }: Written, { books, newId }: RowFacts): TransactionTag[] =>
  incoming.tags.map((input) => {
    if (!books) throw new RetryDecision()
    const { dimensionId, definitionId } = books.tag(input)
    return { id: newId(), dimensionId, definitionId }
  })

function outcomeOf({ incoming }: Written, before: BankTransaction, facts: RowFacts): AutomaticallyDecided {
  const decision = facts.decisions.get(incoming.row)
  if (decision === undefined || incoming.isPending) return { after: before, postings: [], accounts: [] }
  return decideAutomatically(before, decision, { ...facts, bankLedgerAccountId: facts.account.ledgerAccountId })
}

const reasonOf = ({ incoming }: Written, { reason }: AutomaticallyDecided): string | undefined =>
  incoming.isPending && incoming.category !== null
    ? 'The bank has not booked it yet: send it again with its category once it has.'
    : reason
