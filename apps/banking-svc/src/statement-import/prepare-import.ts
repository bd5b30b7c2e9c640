import type { Tx } from '@pacioli/db'
import { LedgerPrefetch, type Review } from '@pacioli/postings'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { findCounterparties } from '../counterparties/counterparty.store.ts'
import { evaluateRules } from '../rules/decide-by-rules.ts'
import type { RuleSubject } from '../rules/rule.ts'
import { requireInUse } from '../bank-accounts/bank-account.ts'
import { externalAccountNotFound, type ExternalAccount } from '../bank-accounts/external-account.ts'
import { findExternalAccount } from '../bank-accounts/external-account.store.ts'
import { decisionsOfFeed, prefetchOf } from './feed-decisions.ts'
import { namesOf, type Import } from './import.ts'
import type { Counterparties } from './imported-transaction.ts'
import { isWritten, counterpartyNameOf, type Written } from './incoming.ts'
import { decisionOfRule, type AutomaticDecision } from '../rules/automatic-decisions.ts'

export type Prepared = {
  /** By row. */
  decisions: ReadonlyMap<number, AutomaticDecision>
  /** What has to be resolved in the ledger, if anything. */
  asking: LedgerPrefetch | undefined
  warnings: readonly string[]
}

const CUT_SHORT =
  'There was no time to try every rule: transactions that some of them might have fitted wait. Make the regular expressions simpler.'

/**
 * Finds out, without a lock, which rows are new, and how to decide them. Rows that a concurrent request imports first do
 * not need their decisions.
 * @throws ExternalAccountNotFound, BankAccountArchived
 */
export async function prepareImport(banking: Banking, request: BusinessWrite, what: Import): Promise<Prepared> {
  const { account, rows, counterparties } = await banking.db.transact(request, async (tx) => {
    const found = await findRows(tx, what)
    return { ...found, counterparties: await findCounterparties(tx, namesOf(found.rows)) }
  })
  const { decisions, isCutShort } = await decisionsOf(banking, request, rows, account, counterparties)
  const incoming = rows.map((row) => row.incoming)
  const asking = prefetchOf(incoming, decisions, account.ledgerAccountId)
  return { decisions, asking, warnings: isCutShort ? [CUT_SHORT] : [] }
}

/** @throws ExternalAccountNotFound, BankAccountArchived */
async function findRows(tx: Tx, what: Import): Promise<{ account: ExternalAccount; rows: Written[] }> {
  const account = await findExternalAccount(tx, what.externalAccountId)
  if (!account) throw externalAccountNotFound(what.externalAccountId)
  requireInUse(account)
  return { account, rows: (await what.sort(tx, account, false)).filter(isWritten) }
}

/** All that rows name and that is refused. What rules of bookkeeping refuse is imported, and waits. */
export const reviewOf = (what: Import): Review => ({
  ask: async (tx) => {
    const { account, rows } = await findRows(tx, what)
    const incoming = rows.map((row) => row.incoming)
    return prefetchOf(incoming, decisionsOfFeed(incoming), account.ledgerAccountId) ?? new LedgerPrefetch()
  },
  rules: () => Promise.resolve(),
})

/** The feed's own category comes before rules. */
async function decisionsOf(
  banking: Banking,
  request: BusinessWrite,
  rows: readonly Written[],
  account: ExternalAccount,
  counterparties: Counterparties,
): Promise<{ decisions: Map<number, AutomaticDecision>; isCutShort: boolean }> {
  const decisions = decisionsOfFeed(rows.map(({ incoming }) => incoming))
  const open = rows.filter(({ incoming }) => !incoming.isPending && !decisions.has(incoming.row))
  const subjects = open.map((row) => subjectOf(row, account, counterparties, banking.newId()))
  const rules = await evaluateRules(banking, request, subjects)
  for (const [index, { incoming }] of open.entries()) {
    const rule = rules.decisions.get(subjects[index]?.id ?? '')
    if (rule) decisions.set(incoming.row, decisionOfRule(rule))
  }
  return { decisions, isCutShort: rules.isCutShort }
}

function subjectOf(
  { incoming }: Written,
  account: ExternalAccount,
  counterparties: Counterparties,
  id: string,
): RuleSubject {
  const name = counterpartyNameOf(incoming)
  const counterparty = name === null ? undefined : counterparties.get(name)
  return {
    id,
    description: incoming.description,
    merchantName: incoming.merchantName,
    counterpartyId: counterparty?.id ?? null,
    counterpartyName: counterparty?.name ?? name,
    amount: incoming.amount,
    direction: incoming.direction,
    bankAccountId: account.bankAccountId,
    externalAccountId: account.id,
  }
}
