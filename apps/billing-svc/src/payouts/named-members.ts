/** The payments and refund payments that a payout names. */
import type { Tx } from '@pacioli/db'
import { Problems } from '@pacioli/errors'
import { isKeepable } from '@pacioli/paging'
import { isUuid } from '@pacioli/rpc'
import {
  findInvoicePaymentIds,
  loadInvoicePayments,
  lockInvoicePayments,
} from '../receivables/invoice-payment.store.ts'
import type { InvoicePayment } from '../receivables/invoice-payment.ts'
import {
  findRefundPaymentOwners,
  findRefundsOfPayments,
  loadRefunds,
  lockRefunds,
} from '../receivables/refund.store.ts'
import type { Refund, RefundPayment } from '../receivables/refund.ts'
import type { WantedMember, WantedPayout } from './wanted-payout.ts'

type Wanted = Pick<WantedPayout, 'payments' | 'refundPayments'>

/** A member as the request names it; `named` is the id that its external_id stands for, where it stands for any. */
type NamedMember = { member: WantedMember; named: string | undefined }

type Named = { payments: NamedMember[]; refundPayments: NamedMember[] }

/** In the order of the request. */
async function findNamed(tx: Tx, businessId: string, { payments, refundPayments }: Wanted): Promise<Named> {
  const paid = await findInvoicePaymentIds(tx, businessId, externalIdsOf(payments))
  const refunded = await findRefundPaymentOwners(tx, businessId, externalIdsOf(refundPayments))
  return {
    payments: payments.map((member) => ({ member, named: paid.get(member.externalId ?? '') })),
    refundPayments: refundPayments.map((member) => ({
      member,
      named: refunded.get(member.externalId ?? '')?.paymentId,
    })),
  }
}

const externalIdsOf = (members: readonly WantedMember[]): string[] => [
  ...new Set(members.flatMap(({ externalId }) => (externalId !== null && isKeepable(externalId) ? [externalId] : []))),
]

const idsIn = (members: readonly NamedMember[]): string[] => [
  ...new Set(
    members.flatMap(({ member: { id }, named }) => [
      ...(id !== null && isUuid(id) ? [id] : []),
      ...(named === undefined ? [] : [named]),
    ]),
  ),
]

/** The field that names the member, for refusals. */
const fieldOf = ({ field, id }: WantedMember): string => `${field}${id === null ? 'external_id' : 'id'}`

/** The ids of members, as far as names stand for any, each with the field that names it. */
export async function findMemberIds(tx: Tx, businessId: string, wanted: Wanted): Promise<Map<string, string>> {
  const { payments, refundPayments } = await findNamed(tx, businessId, wanted)
  return new Map(
    [...payments, ...refundPayments].flatMap((one) =>
      idsIn([one]).map((id): [string, string] => [id, fieldOf(one.member)]),
    ),
  )
}

/** A payment with the refund that it is of. */
export type RefundMember = { refund: Refund; payment: RefundPayment }

/** What the names of a payout stand for, as far as it is there. */
export type ReadMembers = {
  named: Named
  payments: ReadonlyMap<string, InvoicePayment>
  refundPayments: ReadonlyMap<string, RefundMember>
}

/** Held if asked so, payments before the refunds that refund payments are of. */
export async function readMembers(
  tx: Tx,
  businessId: string,
  wanted: Wanted,
  { isHeld }: { isHeld: boolean },
): Promise<ReadMembers> {
  const named = await findNamed(tx, businessId, wanted)
  return {
    named,
    payments: await readPayments(tx, businessId, idsIn(named.payments), isHeld),
    refundPayments: await readRefundPayments(tx, businessId, idsIn(named.refundPayments), isHeld),
  }
}

async function readPayments(
  tx: Tx,
  businessId: string,
  ids: readonly string[],
  isHeld: boolean,
): Promise<ReadonlyMap<string, InvoicePayment>> {
  if (isHeld) return lockInvoicePayments(tx, businessId, ids)
  return new Map((await loadInvoicePayments(tx, businessId, ids)).map((payment) => [payment.id, payment]))
}

async function readRefundPayments(
  tx: Tx,
  businessId: string,
  ids: readonly string[],
  isHeld: boolean,
): Promise<ReadonlyMap<string, RefundMember>> {
  const refundIds = [...new Set((await findRefundsOfPayments(tx, businessId, ids)).values())]
  const refunds = isHeld
    ? [...(await lockRefunds(tx, businessId, refundIds)).values()]
    : await loadRefunds(tx, businessId, refundIds)
  return new Map(refunds.flatMap((refund) => refund.payments.map((payment) => [payment.id, { refund, payment }])))
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

/** A kind of member: what is told where it is missing, and why one is not paid out, if it is not. */
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
