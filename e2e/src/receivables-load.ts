/** What the crash series do with receivables: invoices with all that can come of them, and all of it taken back. */
import { randomInt, randomUUID } from 'node:crypto'
import { DocumentLoad, maybeExternalId, oneOf, randomTime, type Steps } from './document-load.ts'
import { randomDedicatedRefund, randomInvoice, randomPayment, randomRefundPayment } from './receivables-input.ts'
import {
  creditOf,
  CREDITS,
  isAllRevenue,
  outstandingOf,
  owedOf,
  paidOf,
  PROCESSOR,
  refundableOf,
  totalOf,
  type Family,
  type ModelInvoice,
  type ModelPayment,
} from './receivables-model.ts'
import type { Data, Invoice } from './shapes.ts'
import { sum } from './sides.ts'

type Created = Data<{ id: string }>

export class ReceivablesLoad extends DocumentLoad<Family> {
  protected async begin(index: number): Promise<Family> {
    const names = { external_id: `c${index}`, company_name: `Customer ${index}` }
    const { data } = await this.create<Created>('customers', names)
    return { customerId: data.id, invoices: [], payments: [], refunds: [], payouts: [] }
  }

  protected stepsOn(family: Family): Steps {
    return [
      () => this.#send(family),
      () => this.#sendSeveral(family),
      () => this.#sendSeveral(family),
      () => this.#pay(family),
      () => this.#pay(family),
      () => this.#payOne(family),
      () => this.#spendCredit(family),
      () => this.#writeOff(family),
      () => this.#undoWriteOff(family),
      () => this.#refund(family),
      () => this.#refundCustomer(family),
      () => this.#updateRefund(family),
      () => this.#payOut(family),
      () => this.#void(family),
    ]
  }

  async #send(family: Family): Promise<void> {
    const { input, lines } = randomInvoice(family.customerId)
    const { data } = await this.create<Created>('invoices', input)
    family.invoices.push({ id: data.id, lines, writeOffs: [], isVoided: false })
  }

  /** In bulk: one of them bare, one paid in part, one paid and refunded as a whole. */
  async #sendSeveral(family: Family): Promise<void> {
    const bare = randomInvoice(family.customerId)
    const inPart = randomInvoice(family.customerId)
    const partly = randomPayment(randomInt(1, inPart.total + 1))
    const whole = randomInvoice(family.customerId)
    const wholly = randomPayment(whole.total)
    const refund = randomDedicatedRefund(whole.total)
    const body = [
      bare.input,
      { ...inPart.input, payments: [partly.input] },
      { ...whole.input, payments: [wholly.input], dedicated_refunds: [refund.input] },
    ]
    const made = await this.create<Invoice[]>('invoices/bulk', body)
    const add = (index: number, { lines }: { lines: ModelInvoice['lines'] }): Invoice | undefined => {
      const invoice = made[index]
      family.invoices.push({ id: invoice?.id ?? '', lines, writeOffs: [], isVoided: false })
      return invoice
    }
    add(0, bare)
    for (const [index, sent, paid] of [
      [1, inPart, partly],
      [2, whole, wholly],
    ] as const) {
      const invoice = add(index, sent)
      const [allocation] = invoice?.payment_allocations ?? []
      if (!invoice || !allocation) throw new Error('An invoice that was paid in its request shows no payment.')
      const { amount } = paid.input
      addPayment(family, allocation.payment_id, paid, [{ invoiceId: invoice.id, amount }])
    }
    const [refunded] = made[2]?.refund_allocations ?? []
    family.refunds.push({
      id: refunded?.refund_id ?? '',
      invoiceId: made[2]?.id ?? '',
      amount: whole.total,
      isOfCredit: false,
      paidOut: refund.paidOut,
    })
  }

  /** Over up to three invoices, some in part; sometimes more than they come to. */
  async #pay(family: Family): Promise<void> {
    const allocations = openInvoices(family)
      .slice(-3)
      .map(([{ id }, outstanding]) => ({ invoiceId: id, amount: partOf(outstanding) }))
    const rest = allocations.length === 0 || randomInt(3) === 0 ? randomInt(1, 50_000) : 0
    const paid = randomPayment(sum(allocations.map(({ amount }) => amount)) + rest)
    const { data } = await this.create<Created>('invoices/payments', {
      ...paid.input,
      customer_id: family.customerId,
      allocations: allocations.map(({ invoiceId, amount }) => ({ invoice_id: invoiceId, amount })),
    })
    addPayment(family, data.id, paid, allocations)
  }

  async #payOne(family: Family): Promise<void> {
    const [invoice, outstanding] = oneOf(openInvoices(family)) ?? []
    if (!invoice || outstanding === undefined) return this.#send(family)
    const amount = partOf(outstanding)
    const paid = randomPayment(amount)
    const { data } = await this.create<Created>(`invoices/${invoice.id}/payment`, paid.input)
    addPayment(family, data.id, paid, [{ invoiceId: invoice.id, amount }])
  }

  async #spendCredit(family: Family): Promise<void> {
    const [invoice, outstanding] = oneOf(openInvoices(family)) ?? []
    const credit = creditOf(family)
    if (!invoice || outstanding === undefined || credit === 0) return this.#pay(family)
    const amount = randomInt(1, Math.min(credit, outstanding) + 1)
    const input = { ...maybeExternalId(), method: 'CREDIT_BALANCE', paid_at: randomTime(), amount }
    const { data } = await this.create<Created>(`invoices/${invoice.id}/payment`, input)
    addPayment(family, data.id, { input: { amount, fee: 0 }, clearing: CREDITS }, [{ invoiceId: invoice.id, amount }])
  }

  async #writeOff(family: Family): Promise<void> {
    const [invoice, outstanding] = oneOf(openInvoices(family)) ?? []
    if (!invoice || outstanding === undefined) return this.#send(family)
    const amount = partOf(outstanding)
    const input = { ...maybeExternalId(), amount, write_off_at: randomTime() }
    const { data } = await this.create<Created>(`invoices/${invoice.id}/write-off`, input)
    invoice.writeOffs.push({ id: data.id, amount, isUndone: false })
  }

  async #undoWriteOff(family: Family): Promise<void> {
    const live = family.invoices.flatMap((invoice) =>
      invoice.isVoided ? [] : invoice.writeOffs.flatMap((one) => (one.isUndone ? [] : [{ invoice, writeOff: one }])),
    )
    const { invoice, writeOff } = oneOf(live) ?? {}
    if (!invoice || !writeOff) return this.#writeOff(family)
    await this.sendUntilDone('DELETE', `invoices/${invoice.id}/write-offs/${writeOff.id}`, randomUUID())
    writeOff.isUndone = true
  }

  async #refund(family: Family): Promise<void> {
    const { invoice, amount } = oneOf(refundable(family)) ?? {}
    if (!invoice || amount === undefined) return this.#pay(family)
    const { input, paidOut } = randomDedicatedRefund(amount)
    const body = { ...input, refunded_amount: amount }
    const { data } = await this.create<Created>(`invoices/${invoice.id}/refund`, body)
    family.refunds.push({ id: data.id, invoiceId: invoice.id, amount, isOfCredit: false, paidOut })
  }

  /** Whatever it is for; paid out in two, if at all. */
  async #refundCustomer(family: Family): Promise<void> {
    const amount = randomInt(2, 50_000)
    const first = randomInt(1, amount)
    const paidOut = randomInt(2) === 0 ? [] : [first, amount - first].map(randomRefundPayment)
    const { data } = await this.create<Created>('invoices/refunds', {
      ...maybeExternalId(),
      completed_at: randomTime(),
      allocations: [{ customer_id: family.customerId, total_amount: amount }],
      payments: paidOut.map(({ input }) => input),
    })
    const made = paidOut.map((one) => one.made)
    family.refunds.push({ id: data.id, invoiceId: null, amount, isOfCredit: false, paidOut: made })
  }

  /** Another amount, at least what was paid out and at most what is refundable; or issued at another time. */
  async #updateRefund(family: Family): Promise<void> {
    const refund = oneOf(family.refunds.filter(({ isOfCredit }) => !isOfCredit))
    const invoice = family.invoices.find(({ id }) => id === refund?.invoiceId)
    if (!refund) return this.#refundCustomer(family)
    const path = `invoices/refunds/${refund.id}`
    if (randomInt(2) === 0 || (invoice && !isAllRevenue(invoice))) {
      await this.sendUntilDone('PATCH', path, randomUUID(), { completed_at: randomTime(), memo: randomUUID() })
      return
    }
    const most = refund.amount + (invoice ? refundableOf(family, invoice) : randomInt(10_000))
    const amount = randomInt(Math.max(refund.amount - owedOf(refund), 1), most + 1)
    const on = invoice ? { invoice_id: invoice.id } : { customer_id: family.customerId }
    await this.sendUntilDone('PATCH', path, randomUUID(), { allocations: [{ ...on, total_amount: amount }] })
    refund.amount = amount
  }

  /** What cards brought and took, less what the processor charges for the payout itself. */
  async #payOut(family: Family): Promise<void> {
    const isCard = (one: { clearing: string; isInPayout: boolean }): boolean =>
      one.clearing === PROCESSOR && !one.isInPayout
    const payments = family.payments.filter(isCard)
    const refundPayments = family.refunds.flatMap(({ paidOut }) => paidOut).filter(isCard)
    if (payments.length === 0) return this.#pay(family)
    const cleared = [
      ...payments.map((one) => one.amount - one.fee),
      ...refundPayments.map((one) => -one.amount - one.fee),
    ]
    const fee = randomInt(100)
    const amount = sum(cleared) - fee
    const { data } = await this.create<Created>('payouts', {
      ...maybeExternalId(),
      paid_out_amount: amount,
      fee,
      completed_at: randomTime(),
      payments: payments.map(({ id }) => ({ id })),
      refund_payments: refundPayments.map(({ externalId }) => ({ external_id: externalId })),
    })
    for (const member of [...payments, ...refundPayments]) member.isInPayout = true
    family.payouts.push({ id: data.id, amount, fee, cleared: sum(cleared) })
  }

  /** What was paid of it becomes the customer's credit, and what was refunded of it is taken out of that. */
  async #void(family: Family): Promise<void> {
    const invoice = oneOf(family.invoices.filter(({ isVoided }) => !isVoided))
    if (!invoice) return this.#send(family)
    const body = paidOf(family, invoice) === 0 ? {} : { move_payments_to_credit: true }
    await this.sendUntilDone('POST', `invoices/${invoice.id}/void`, randomUUID(), body)
    invoice.isVoided = true
    for (const one of invoice.writeOffs) one.isUndone = true
    for (const one of family.payments.flatMap(({ allocations }) => allocations))
      if (one.invoiceId === invoice.id) one.isMoved = true
    for (const refund of family.refunds) if (refund.invoiceId === invoice.id) refund.isOfCredit = true
  }
}

type Paid = { input: { amount: number; fee: number }; clearing: string }

function addPayment(
  { payments }: Family,
  id: string,
  { input, clearing }: Paid,
  allocations: readonly { invoiceId: string; amount: number }[],
): void {
  const standing: ModelPayment['allocations'] = allocations.map((one) => ({ ...one, isMoved: false }))
  payments.push({ id, amount: input.amount, fee: input.fee, clearing, allocations: standing, isInPayout: false })
}

/** Half of the time all of it. */
const partOf = (outstanding: number): number => (randomInt(2) === 0 ? outstanding : randomInt(1, outstanding + 1))

/** Those that something is owed on, with how much. */
const openInvoices = (family: Family): [ModelInvoice, number][] =>
  family.invoices
    .map((invoice): [ModelInvoice, number] => [invoice, outstandingOf(family, invoice)])
    .filter(([, outstanding]) => outstanding > 0)

/** What can be given back: of an invoice that is all revenue any amount, of another one all of it at once. */
const refundable = (family: Family): { invoice: ModelInvoice; amount: number }[] =>
  family.invoices.flatMap((invoice) => {
    const left = refundableOf(family, invoice)
    if (left === 0) return []
    if (isAllRevenue(invoice)) return [{ invoice, amount: randomInt(1, left + 1) }]
    return left === totalOf(invoice) ? [{ invoice, amount: left }] : []
  })
