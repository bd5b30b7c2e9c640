import type { Tx } from '@pacioli/db'
import type { StagedEvent } from '@pacioli/events'
import { replayRows, rowsAfter, type EventHead, type OwnedRows } from '@pacioli/history'
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

/** All that banking has of a business, including what is archived and deleted. */
export const ownedRows = (businessId: string, head: () => EventHead): OwnedRows => {
  const announced =
    <Row>(eventOf: (row: Row, type: 'changed', id: string, time: Date) => StagedEvent) =>
    (row: Row): StagedEvent => {
      const { id, time } = head()
      return eventOf(row, 'changed', id, time)
    }
  return {
    bank_account: rowsAfter(loadBankAccountsAfter, announced(bankAccountEvent)),
    external_account: rowsAfter(loadExternalAccountsAfter, announced(externalAccountEvent)),
    bank_transaction: rowsAfter(loadAnnouncedAfter, announced(transactionEvent)),
    categorization_rule: rowsAfter(
      loadRulesAfter,
      announced((rule, type, id, time) => ruleEvent(businessId, rule, type, id, time)),
    ),
  }
}

const loadAnnouncedAfter = async (tx: Tx, afterId: string | null, limit: number): Promise<AnnouncedTransaction[]> =>
  withMatchedDocuments(tx, await loadTransactionsAfter(tx, afterId, limit))

/** The current state of all that banking has of a business; nothing of a business that has not used banking. */
export async function* replayBusiness({ db, newId, now }: Banking, businessId: string): AsyncGenerator<Aggregate> {
  for (const after of Object.values(ownedRows(businessId, () => ({ id: newId(), time: now() }))))
    for await (const event of replayRows((work) => db.transact({ businessId }, work), after, PAGE))
      yield toAggregate(event)
}

const toAggregate = ({ aggregateType, aggregateId, version, event }: StagedEvent): Aggregate => ({
  type: aggregateType,
  id: aggregateId,
  version,
  event,
})
