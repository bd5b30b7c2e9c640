/** How changes of payments and refunds move the credits of customers, and on which days. Pure. */
import type { Day } from '@pacioli/calendar'
import type { CreditMove } from '../contacts/customer-credit.ts'
import { sumOf } from '../rounding/sum.ts'
import type { Change } from '../documents/document-kind.ts'
import { creditOfPayment, type InvoicePayment } from './invoice-payment.ts'
import { creditOfRefund, type Refund } from './refund.ts'

/** What one entry of a document has on CUSTOMER_CREDITS, credits above zero; `event` is the entry. */
export type CreditOfEntry = { event: string; at: Date; amount: number }

type Changes = { payments: readonly Change<InvoicePayment>[]; refunds: readonly Change<Refund>[] }

/**
 * What the changed entries move, by customer and day: as in the journal, an entry that changes is reversed and posted anew.
 * @param dayOf the day on which an entry of that instant is posted: in a closed period that of the first open instant
 */
export function creditMoves({ payments, refunds }: Changes, dayOf: (at: Date) => Day): CreditMove[] {
  const moves = [...payments.flatMap(movesOf(creditOfPayment)), ...refunds.flatMap(movesOf(creditOfRefund))]
  const byDay = Map.groupBy(
    moves.map(({ at, ...move }) => ({ ...move, day: dayOf(at) })),
    ({ contactId, day }) => `${contactId} ${day}`,
  )
  return [...byDay.values()].flatMap(([first, ...others]) => {
    const amount = sumOf([first?.amount ?? 0, ...others.map((other) => other.amount)])
    return first && amount !== 0 ? [{ ...first, amount }] : []
  })
}

const movesOf =
  <Document extends { contactId: string }>(creditOf: (document: Document) => CreditOfEntry[]) =>
  ({ before, after }: Change<Document>): { contactId: string; at: Date; amount: number }[] => {
    const { contactId } = after
    const was = new Map((before ? creditOf(before) : []).map((one) => [one.event, one]))
    const is = new Map(creditOf(after).map((one) => [one.event, one]))
    const isKept = ({ event, amount }: CreditOfEntry): boolean => {
      const [one, other] = [was.get(event), is.get(event)]
      return one?.amount === amount && other?.amount === amount && one.at.getTime() === other.at.getTime()
    }
    return [
      ...[...was.values()].filter((one) => !isKept(one)).map(({ at, amount }) => ({ contactId, at, amount: -amount })),
      ...[...is.values()].filter((one) => !isKept(one)).map(({ at, amount }) => ({ contactId, at, amount })),
    ]
  }
