import type { Tx } from '@pacioli/db'
import type { StagedEvent } from '@pacioli/events'
import type { Aggregate } from '@pacioli/protos/banking'
import { bankAccountEvent } from '../bank-accounts/bank-account.events.ts'
import { loadBankAccountsAfter } from '../bank-accounts/bank-account.store.ts'
import { externalAccountEvent } from '../bank-accounts/external-account.events.ts'
import { loadExternalAccountsAfter } from '../bank-accounts/external-account.store.ts'
import { transactionEvent, type AnnouncedTransaction } from '../bank-transactions/bank-transaction.events.ts'
import type { Banking } from '../banking.ts'
import { withMatchedDocuments } from '../bank-transactions/matched-documents.store.ts'
import { ruleEvent } from '../rules/rule.events.ts'
import { loadRulesAfter } from '../rules/rule.store.ts'
import { loadTransactionsAfter } from './replay.store.ts'

const PAGE = 500

type Pages<One> = (tx: Tx, afterId: string | null, limit: number) => Promise<One[]>
type Announce<One> = (one: One, type: 'changed', id: string, time: Date) => StagedEvent

/**
 * The current state of all that banking has of a business, including archived accounts; nothing of a business that has
 * not used banking. Each page is one transaction: what changes between two pages comes as an event, too.
 */
export async function* replayBusiness(banking: Banking, businessId: string): AsyncGenerator<Aggregate> {
  yield* replay(banking, businessId, loadBankAccountsAfter, bankAccountEvent)
  yield* replay(banking, businessId, loadExternalAccountsAfter, externalAccountEvent)
  yield* replay(banking, businessId, loadAnnouncedAfter, transactionEvent)
  yield* replay(banking, businessId, loadRulesAfter, (rule, type, id, time) =>
    ruleEvent(businessId, rule, type, id, time),
  )
}

const loadAnnouncedAfter: Pages<AnnouncedTransaction> = async (tx, afterId, limit) =>
  withMatchedDocuments(tx, await loadTransactionsAfter(tx, afterId, limit))

async function* replay<One extends { id: string }>(
  { db, newId, now }: Banking,
  businessId: string,
  load: Pages<One>,
  announce: Announce<One>,
): AsyncGenerator<Aggregate> {
  for (let after: string | null = null; ;) {
    const page: One[] = await db.transact({ businessId }, (tx) => load(tx, after, PAGE))
    for (const one of page) yield toAggregate(announce(one, 'changed', newId(), now()))
    if (page.length < PAGE) return
    after = page.at(-1)?.id ?? null
  }
}

const toAggregate = ({ aggregateType, aggregateId, version, event }: StagedEvent): Aggregate => ({
  type: aggregateType,
  id: aggregateId,
  version,
  event,
})
