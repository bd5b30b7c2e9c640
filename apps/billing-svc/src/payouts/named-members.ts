/** The payments and refund payments that a payout names. */
import type { Tx } from '@pacioli/db'
import { Problems } from '@pacioli/errors'
import { isKeepable } from '@pacioli/paging'
import { isUuid } from '@pacioli/rpc'
import type { DocumentTable } from '../documents/document-kind.ts'
import { findIdsByExternalId } from '../documents/document.store.ts'
import { loadInvoicePayments, lockInvoicePayments } from '../receivables/invoice-payment.store.ts'
import type { InvoicePayment } from '../receivables/invoice-payment.ts'
import { findRefundsOfPayments } from '../receivables/refund-payment.store.ts'
import { loadRefunds, lockRefunds } from '../receivables/refund.store.ts'
import type { Refund, RefundPayment } from '../receivables/refund.ts'
import { externalIdsOf } from '../requests/existing-external-ids.ts'
import type { RequestedMember, RequestedPayout } from './requested-payout.ts'

type Requested = Pick<RequestedPayout, 'payments' | 'refundPayments'>

/** A member as the request names it; `named` is the id that its external_id resolves to, if any. */
type NamedMember = { member: RequestedMember; named: string | undefined }

type Named = { payments: NamedMember[]; refundPayments: NamedMember[] }

/** In the order of the request. */
const findNamed = async (tx: Tx, { payments, refundPayments }: Requested): Promise<Named> => ({
  payments: await namedAmong(tx, 'invoice_payments', payments),
  refundPayments: await namedAmong(tx, 'refund_payments', refundPayments),
})

async function namedAmong(tx: Tx, table: DocumentTable, members: readonly RequestedMember[]): Promise<NamedMember[]> {
  const ids = await findIdsByExternalId(tx, table, externalIdsOf(members).filter(isKeepable))
  return members.map((member) => ({ member, named: ids.get(member.externalId ?? '') }))
}

const idsIn = (members: readonly NamedMember[]): string[] => [
  ...new Set(
    members.flatMap(({ member: { id }, named }) => [
      ...(id !== null && isUuid(id) ? [id] : []),
      ...(named === undefined ? [] : [named]),
    ]),
  ),
]

/** The field that names the member, for refusals. */
const fieldOf = ({ field, id }: RequestedMember): string => `${field}${id === null ? 'external_id' : 'id'}`

/** The ids that the names resolve to, each with the field that names it. */
export async function findMemberIds(tx: Tx, requested: Requested): Promise<Map<string, string>> {
  const { payments, refundPayments } = await findNamed(tx, requested)
  return new Map(
    [...payments, ...refundPayments].flatMap((one) =>
      idsIn([one]).map((id): [string, string] => [id, fieldOf(one.member)]),
    ),
  )
}

/** A refund payment with its refund. */
export type RefundMember = { refund: Refund; payment: RefundPayment }

/** The existing members that a payout names. */
export type ReadMembers = {
  named: Named
  payments: ReadonlyMap<string, InvoicePayment>
  refundPayments: ReadonlyMap<string, RefundMember>
}

/** Locked if requested, payments before the refunds of refund payments. */
export async function readMembers(
  tx: Tx,
  requested: Requested,
  { isLocked }: { isLocked: boolean },
): Promise<ReadMembers> {
  const named = await findNamed(tx, requested)
  const [readPayments, readRefunds] = isLocked ? [lockInvoicePayments, lockRefunds] : [loadInvoicePayments, loadRefunds]
  const payments = await readPayments(tx, idsIn(named.payments))
  const refundIds = await findRefundsOfPayments(tx, idsIn(named.refundPayments))
  const refunds = await readRefunds(tx, [...new Set(refundIds.values())])
  const members = refunds.flatMap((refund) => refund.payments.map((payment) => ({ refund, payment })))
  return {
    named,
    payments: new Map(payments.map((payment) => [payment.id, payment])),
    refundPayments: new Map(members.map((member) => [member.payment.id, member])),
  }
}

export type PaidOutMembers = { payments: InvoicePayment[]; refundPayments: RefundMember[] }

/**
 * The members in the order of the request, each once, none of them paid out already.
 * @throws InvoicePaymentNotFound, RefundPaymentNotFound, NotPaidOut, InvalidPayload; naming each
 */
export function requireMembers({ named, payments, refundPayments }: ReadMembers): PaidOutMembers {
  const problems = new Problems()
  const members = {
    payments: required(named.payments, payments, PAYMENT, problems),
    refundPayments: required(named.refundPayments, refundPayments, REFUND_PAYMENT, problems),
  }
  problems.throwIfAny()
  return members
}

/** A kind of member: the refusal where it is missing, and why one cannot be paid out, if so. */
type Kind<Thing> = {
  missing: 'InvoicePaymentNotFound' | 'RefundPaymentNotFound'
  noun: string
  whyNot: (thing: Thing) => string | undefined
}

const PAYMENT: Kind<InvoicePayment> = {
  missing: 'InvoicePaymentNotFound',
  noun: 'invoice payment',
  whyNot: ({ id, method, payoutId }) => {
    if (method === 'CREDIT_BALANCE') return `The payment ${id} was made out of the customer’s credit: no money came.`
    return payoutId === null ? undefined : `The payment ${id} is a member of the payout ${payoutId} already.`
  },
}

const REFUND_PAYMENT: Kind<RefundMember> = {
  missing: 'RefundPaymentNotFound',
  noun: 'refund payment',
  whyNot: ({ payment: { id, method, payoutId, deletedAt } }) => {
    if (deletedAt !== null) return `The refund payment ${id} was taken out of its refund at ${deletedAt.toISOString()}.`
    if (method === 'STORE_CREDIT') return `The refund payment ${id} became the customer’s credit: no money went.`
    return payoutId === null ? undefined : `The refund payment ${id} is a member of the payout ${payoutId} already.`
  },
}

function required<Thing>(
  members: readonly NamedMember[],
  there: ReadonlyMap<string, Thing>,
  { missing, noun, whyNot }: Kind<Thing>,
  problems: Problems,
): Thing[] {
  const seen = new Set<string>()
  return members.flatMap(({ member, named }) => {
    const { field, id: given, externalId } = member
    const id = given ?? named ?? ''
    const thing = there.get(id)
    const where = { field: fieldOf(member), value: given ?? externalId }
    const byName = { field: `${field}external_id`, value: externalId }
    const reason = thing && whyNot(thing)
    if (thing === undefined) problems.add(missing, `The business has no ${noun} ${where.value}.`, where)
    else if (externalId !== null && named === undefined)
      problems.add(missing, `The business has no ${noun} ${externalId}.`, byName)
    else if (externalId !== null && named !== id)
      problems.add('InvalidPayload', 'id and external_id are of different ones. Give one of them.', byName)
    else if (seen.has(id)) problems.add('InvalidPayload', 'Each comes once in a payout; this one came before.', where)
    else if (reason !== undefined) problems.add('NotPaidOut', reason, where)
    else {
      seen.add(id)
      return [thing]
    }
    return []
  })
}
