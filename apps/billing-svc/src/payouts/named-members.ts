/** The payments, refund payments and returns of payments that a payout names. */
import type { Tx } from '@pacioli/db'
import { Problems } from '@pacioli/errors'
import { isKeepable } from '@pacioli/paging'
import { isUuid } from '@pacioli/rpc'
import type { DocumentTable } from '../documents/document-kind.ts'
import { findIdsByExternalId } from '../documents/document.store.ts'
import {
  findPaymentsOfReturns,
  loadInvoicePayments,
  lockInvoicePayments,
} from '../receivables/invoice-payment.store.ts'
import type { InvoicePayment, ReturnMember } from '../receivables/invoice-payment.ts'
import { findRefundsOfPayments } from '../receivables/refund-payment.store.ts'
import { loadRefunds, lockRefunds } from '../receivables/refund.store.ts'
import type { RefundMember } from '../receivables/refund.ts'
import type { RequestedMember, RequestedPayout } from './requested-payout.ts'

type Requested = Pick<RequestedPayout, 'payments' | 'refundPayments' | 'paymentReturns'>

/** A member as the request names it; `named` is the id that its external_id resolves to, if any. */
type NamedMember = RequestedMember & { named: string | undefined }

/** In the order of the request. */
async function findNamed(tx: Tx, table: DocumentTable, members: readonly RequestedMember[]): Promise<NamedMember[]> {
  const externalIds = members.flatMap(({ externalId }) => externalId ?? []).filter(isKeepable)
  const ids = await findIdsByExternalId(tx, table, externalIds)
  return members.map((member) => ({ ...member, named: ids.get(member.externalId ?? '') }))
}

const findPayments = (tx: Tx, { payments }: Requested) => findNamed(tx, 'invoice_payments', payments)

const findRefundPayments = (tx: Tx, { refundPayments }: Requested) => findNamed(tx, 'refund_payments', refundPayments)
const findReturns = (tx: Tx, { paymentReturns }: Requested) => findNamed(tx, 'invoice_payment_returns', paymentReturns)

const idsIn = (members: readonly NamedMember[]): string[] => [
  ...new Set(members.flatMap(({ id, named }) => [id ?? [], named ?? []].flat().filter(isUuid))),
]

/** The field that names the member, for refusals. */
const fieldOf = ({ field, id }: RequestedMember): string => `${field}${id === null ? 'external_id' : 'id'}`

/** The ids that the names resolve to, each with the field that names it. */
export async function findMemberIds(tx: Tx, requested: Requested): Promise<Map<string, string>> {
  const members = [
    ...(await findPayments(tx, requested)),
    ...(await findRefundPayments(tx, requested)),
    ...(await findReturns(tx, requested)),
  ]
  return new Map(members.flatMap((one) => idsIn([one]).map((id): [string, string] => [id, fieldOf(one)])))
}

/** What a payout names of one kind, and the existing ones by id. */
type Read<Member> = { named: NamedMember[]; existing: ReadonlyMap<string, Member> }

/** The members that a payout names. */
export type ReadMembers = {
  payments: Read<InvoicePayment>
  refundPayments: Read<RefundMember>
  paymentReturns: Read<ReturnMember>
}

/** Locked if requested, payments, those of returns too, before the refunds of refund payments. */
export async function readMembers(
  tx: Tx,
  requested: Requested,
  { isLocked }: { isLocked: boolean },
): Promise<ReadMembers> {
  const paid = await findPayments(tx, requested)
  const refunded = await findRefundPayments(tx, requested)
  const [readPayments, readRefunds] = isLocked ? [lockInvoicePayments, lockRefunds] : [loadInvoicePayments, loadRefunds]
  const back = await findReturns(tx, requested)
  const paidIds = idsIn(paid)
  const returnedIds = await findPaymentsOfReturns(tx, idsIn(back))
  const payments = await readPayments(tx, [...new Set([...paidIds, ...returnedIds.values()])])
  const refundIds = await findRefundsOfPayments(tx, idsIn(refunded))
  const refunds = await readRefunds(tx, [...new Set(refundIds.values())])
  const members = refunds.flatMap((refund) => refund.payments.map((payment) => ({ refund, payment })))
  const returns = payments.flatMap((payment) => payment.returns.map((one) => ({ payment, back: one })))
  return {
    payments: { named: paid, existing: new Map(payments.map((payment) => [payment.id, payment])) },
    refundPayments: { named: refunded, existing: new Map(members.map((member) => [member.payment.id, member])) },
    paymentReturns: { named: back, existing: new Map(returns.map((member) => [member.back.id, member])) },
  }
}

export type PaidOutMembers = {
  payments: InvoicePayment[]
  refundPayments: RefundMember[]
  paymentReturns: ReturnMember[]
}

/**
 * The members in the order of the request, each once, none of them paid out already.
 * @throws InvoicePaymentNotFound, RefundPaymentNotFound, PaymentReturnNotFound, NotPaidOut, InvalidPayload; naming each
 */
export function requireMembers({ payments, refundPayments, paymentReturns }: ReadMembers): PaidOutMembers {
  const problems = new Problems()
  const members = {
    payments: required(payments, PAYMENT, problems),
    refundPayments: required(refundPayments, REFUND_PAYMENT, problems),
    paymentReturns: required(paymentReturns, PAYMENT_RETURN, problems),
  }
  problems.throwIfAny()
  return members
}

/** A kind of member: the refusal where it is missing, and why one cannot be paid out, if so. */
type Kind<Thing> = {
  missing: 'InvoicePaymentNotFound' | 'RefundPaymentNotFound' | 'PaymentReturnNotFound'
  noun: string
  whyNot: (thing: Thing) => string | undefined
}

const PAYMENT: Kind<InvoicePayment> = {
  missing: 'InvoicePaymentNotFound',
  noun: 'invoice payment',
  whyNot: ({ id, method, payoutId, deletedAt }) => {
    if (deletedAt !== null) return `The payment ${id} was deleted at ${deletedAt.toISOString()}.`
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

const PAYMENT_RETURN: Kind<ReturnMember> = {
  missing: 'PaymentReturnNotFound',
  noun: 'return of a payment',
  whyNot: ({ back: { id, payoutId, deletedAt } }) => {
    if (deletedAt !== null) return `The return ${id} was undone at ${deletedAt.toISOString()}.`
    return payoutId === null ? undefined : `The return ${id} is a member of the payout ${payoutId} already.`
  },
}

/** Every problem is added to `problems`. */
function required<Thing>(
  { named: members, existing }: Read<Thing>,
  { missing, noun, whyNot }: Kind<Thing>,
  problems: Problems,
): Thing[] {
  const seen = new Set<string>()
  return members.flatMap((member) => {
    const { field, externalId, named } = member
    const id = member.id ?? named ?? ''
    const thing = existing.get(id)
    const where = { field: fieldOf(member), value: member.id ?? externalId }
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
