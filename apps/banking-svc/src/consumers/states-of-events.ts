import { dayOf } from '@pacioli/calendar'
import { referenceOf, type CloudEvent } from '@pacioli/events'
import { fieldsOf, type Fields } from '@pacioli/fields'
import { aggregateOf, type KnownBusiness } from '@pacioli/ledger-facts'
import type { BankingConsumer } from '../banking.ts'
import { BILLING_AGGREGATES } from '../matches/billing-facts.ts'

/** The aggregate type of a journal entry. */
export const ENTRY = 'entry'

const ASK_TIMEOUT_MS = 5_000

export type State = { aggregate: string; id: string; data: unknown }

/** The state that an event carries. */
export const stateOf = ({ type, subject, data }: CloudEvent): State => ({
  aggregate: aggregateOf(type),
  id: subject,
  data,
})

/** Whether the state was too large for its event, and is fetched from the ledger or billing. */
export function isFetched(event: CloudEvent): boolean {
  const aggregate = aggregateOf(event.type)
  return referenceOf(event) !== undefined && (aggregate === ENTRY || BILLING_AGGREGATES.includes(aggregate))
}

/**
 * The states that events carry. An entry that is too large for its event is fetched from the ledger in its current state;
 * aggregates of billing are left to the caller: `tooLarge`.
 * @throws ServiceUnavailable while the ledger does not answer
 */
export async function statesOf(
  banking: BankingConsumer,
  business: KnownBusiness,
  events: readonly CloudEvent[],
): Promise<{ states: State[]; tooLarge: Omit<State, 'data'>[] }> {
  const states: State[] = []
  const tooLarge: Omit<State, 'data'>[] = []
  for (const event of events) {
    const { aggregate, id, data } = stateOf(event)
    if (!isFetched(event)) states.push({ aggregate, id, data })
    else if (aggregate === ENTRY) states.push({ aggregate, id, data: await entryState(banking, business, id) })
    else tooLarge.push({ aggregate, id })
  }
  return { states, tooLarge }
}

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
