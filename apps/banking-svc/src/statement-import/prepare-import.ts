import type { Question } from '@pacioli/postings'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { findCounterparties } from '../counterparties/counterparty.store.ts'
import { evaluateRules } from '../rules/decide-by-rules.ts'
import type { RuleSubject } from '../rules/rule.ts'
import { requireInUse } from '../bank-accounts/bank-account.ts'
import { externalAccountNotFound, type ExternalAccount } from '../bank-accounts/external-account.ts'
import { findExternalAccount } from '../bank-accounts/external-account.store.ts'
import { decisionOfFeed, questionOf } from './feed-decisions.ts'
import { namesOf, type Import } from './import.ts'
import type { Counterparties } from './imported-transaction.ts'
import { isWritten, counterpartyNameOf, type Written } from './incoming.ts'
import { decisionOfRule, type AutomaticDecision } from '../rules/automatic-decisions.ts'

export type Prepared = {
  /** By row. */
  decisions: ReadonlyMap<number, AutomaticDecision>
  /** What has to be resolved in the ledger, if anything. */
  question: Question | undefined
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
    const account = await findExternalAccount(tx, what.externalAccountId)
    if (!account) throw externalAccountNotFound(what.externalAccountId)
    requireInUse(account)
    const rows = (await what.sort(tx, account, false)).filter(isWritten)
    return { account, rows, counterparties: await findCounterparties(tx, namesOf(rows)) }
  })
  const { decisions, isCutShort } = await decisionsOf(banking, request, rows, account, counterparties)
  const incoming = rows.map((row) => row.incoming)
  const question = questionOf(incoming, decisions, account.ledgerAccountId)
  return { decisions, question, warnings: isCutShort ? [CUT_SHORT] : [] }
}

/** The feed's own category comes before rules. */
async function decisionsOf(
  banking: Banking,
  request: BusinessWrite,
  rows: readonly Written[],
  account: ExternalAccount,
  counterparties: Counterparties,
): Promise<{ decisions: Map<number, AutomaticDecision>; isCutShort: boolean }> {
  const decisions = new Map<number, AutomaticDecision>()
  for (const { incoming } of rows) {
    const own = decisionOfFeed(incoming)
    if (own) decisions.set(incoming.row, own)
  }
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
