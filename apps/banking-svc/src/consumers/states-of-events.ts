import { dayOf } from '@pacioli/calendar'
import { referenceOf, type CloudEvent } from '@pacioli/events'
import { fieldsOf, type Fields } from '@pacioli/fields'
import { aggregateOf, type KnownBusiness } from '@pacioli/ledger-facts'
import type { BankingConsumer } from '../banking.ts'
import { BILLING_AGGREGATES } from '../matches/billing-facts.ts'

/** The kind of aggregate that an entry of the journal is. */
export const ENTRY = 'entry'

const ASK_TIMEOUT_MS = 5_000

export type State = { aggregate: string; id: string; data: unknown }

/**
 * What the events say. An entry that was too large to travel with its event is asked of the ledger, which answers as of
 * now; what is billing's is left to it: `tooLarge`.
 * @throws ServiceUnavailable while the ledger cannot be asked
 */
export async function statesOf(
  banking: BankingConsumer,
  business: KnownBusiness,
  events: readonly CloudEvent[],
): Promise<{ states: State[]; tooLarge: Omit<State, 'data'>[] }> {
  const states: State[] = []
  const tooLarge: Omit<State, 'data'>[] = []
  for (const event of events) {
    const [aggregate, id] = [aggregateOf(event.type), event.subject]
    const isReference = referenceOf(event) !== undefined
    if (isReference && BILLING_AGGREGATES.includes(aggregate)) tooLarge.push({ aggregate, id })
    else if (isReference && aggregate === ENTRY)
      states.push({ aggregate, id, data: await entryState(banking, business, id) })
    else states.push({ aggregate, id, data: event.data })
  }
  return { states, tooLarge }
}

/** An entry as its event would carry it. */
async function entryState({ ledger }: BankingConsumer, business: KnownBusiness, entryId: string): Promise<Fields> {
  const context = { clientId: business.clientId, businessId: business.id }
  const { message } = await ledger.journal.GetEntry({ entry_id: entryId }, { context, timeoutMs: ASK_TIMEOUT_MS })
  const entry = fieldsOf('entry', message.data)
  return {
    ...entry,
    entry_date: dayOf(new Date(message.data?.entry_at ?? NaN), business.timeZone),
    line_items: message.data?.line_items.map((line) => ({
      id: line.id,
      account_id: line.account?.id?.id,
      amount: line.amount,
      direction: line.direction,
      memo: line.memo,
    })),
  }
}
