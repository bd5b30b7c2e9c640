/** Invoices: sent, perhaps with what was paid and refunded of them, written off, and voided. */
import { named } from '../books.ts'
import { AFTERWARDS, at, become, find, maybeNamed, sum, timeOf, type Action, type Ending, type Made } from './action.ts'
import { outstandingOf, paidOf, writtenOffOf, type Invoice, type Model, type Refund } from './customer.ts'

export type Lines = {
  amounts: { amount: number; isPrepaid: boolean }[]
  tax: number
  discount: number
  tips: number
  day: number
  isNamed: boolean
}
/** What is paid and refunded of an invoice by the request that makes it. */
export type Sent = { lines: Lines; paid: number; isRefunded: boolean }
export type InvoiceCommand =
  | { type: 'correct'; invoice: number; lines: Lines; isLarge: boolean }
  | { type: 'write off'; invoice: number; amount: number; isNamed: boolean }
  | { type: 'undo'; invoice: number; writeOff: number }
  | { type: 'void'; invoice: number; movesPayments: boolean }

const ACCOUNTS = ['SALES', 'OTHER_INCOME', 'UNCATEGORIZED_REVENUE']

export const totalOf = ({ amounts, tax, discount, tips }: Lines): number =>
  sum([...amounts.map((one) => one.amount), tax, tips, -discount])
const isPlain = ({ amounts, tax, discount, tips }: Lines): boolean =>
  amounts.length === 1 && tax + discount + tips === 0
/** Why an invoice cannot get so much. */
export function refusalOf(model: Model, invoiceId: string, requested: number): Ending {
  const invoice = find(model.invoices, invoiceId)
  if (invoice.isVoided) return 'InvoiceVoided'
  return requested > outstandingOf(model, invoice) ? 'OverAllocated' : 'done'
}

const linesInput = (lines: Lines) => ({
  sent_at: timeOf(lines.day),
  line_items: lines.amounts.map((one, index) => ({
    account_identifier: named(ACCOUNTS[index] ?? 'SALES'),
    unit_price: one.amount,
    ...(one.isPrepaid ? { prepayment_account_identifier: named('UNEARNED_REVENUE') } : {}),
  })),
  additional_sales_taxes: [{ amount: lines.tax, tax_account: { type: 'Tax_Name', name: 'Model City' } }].slice(
    lines.tax > 0 ? 0 : 1,
  ),
  additional_discount: lines.discount,
  tips: lines.tips,
})

const inputOf = ({ lines }: Sent, paid: number, isRefunded: boolean) => ({
  ...maybeNamed(lines.isNamed),
  ...linesInput(lines),
  payments: paid > 0 ? [{ method: 'CHECK', amount: paid, paid_at: timeOf(29) }] : [],
  dedicated_refunds: isRefunded ? [{ completed_at: AFTERWARDS }] : [],
})

/** At most all of it is paid with it: more is refused as it is everywhere. */
const withPaid = (one: Sent): Sent & { total: number } => {
  const total = totalOf(one.lines)
  const paid = Math.max(0, Math.min(one.paid, total))
  return { ...one, total, paid, isRefunded: one.isRefunded && paid > 0 }
}

export function send({ contactId }: Model, given: Sent[]): Action<Model> {
  const all = given.map(withPaid)
  const inputs = all.map((one) => ({ customer_id: contactId, ...inputOf(one, one.paid, one.isRefunded) }))
  return {
    operation: inputs.length === 1 ? 'createInvoice' : 'createInvoices',
    call: { body: inputs.length === 1 ? inputs[0] : inputs },
    ending: () => (all.some(({ total }) => total < 0) ? 'NegativeTotal' : 'done'),
    apply: (model, made) => made.forEach((one, index) => add(model, all[index] as Sent & { total: number }, one)),
  }
}

type Parts = Record<'line_items' | 'payment_allocations' | 'refund_allocations', Record<string, string>[]>

function add(model: Model, { lines, total, paid, isRefunded }: Sent & { total: number }, made: Made): void {
  const { line_items, payment_allocations, refund_allocations } = made as Made & Parts
  const [invoiceId, lineId] = [made.id, isPlain(lines) ? (line_items[0]?.id ?? null) : null]
  model.invoices.push({ id: invoiceId, total, lineId, isVoided: false, writeOffs: [] })
  if (paid > 0)
    model.payments.push({
      id: payment_allocations[0]?.payment_id ?? '',
      amount: paid,
      fee: 0,
      isOfCredit: false,
      parts: [{ invoiceId, amount: paid, returned: 0 }],
      isInPayout: false,
      isDeleted: false,
      back: null,
    })
  if (isRefunded)
    model.refunds.push({
      id: refund_allocations[0]?.refund_id ?? '',
      amount: paid,
      ofCredit: 0,
      isOfCredit: false,
      invoiceId,
      paymentId: null,
      lineId: null,
      paidOut: [],
    })
}

/** An invoice that is one line stays that line where it is one line again. */
function correct({ id, lineId }: Invoice, lines: Lines): Action<Model> {
  const total = totalOf(lines)
  const input = linesInput(lines)
  const keptId = isPlain(lines) ? lineId : null
  const line_items = input.line_items.map((one, index) =>
    index === 0 && keptId !== null ? { ...one, id: keptId } : one,
  )
  return {
    operation: 'updateInvoice',
    call: { path: { invoiceId: id }, body: { ...input, line_items } },
    ending: (model) => {
      const invoice = find(model.invoices, id)
      if (invoice.isVoided) return 'InvoiceVoided'
      if (keptId !== null && keptId !== invoice.lineId) return 'InvalidPayload'
      if (total < 0) return 'NegativeTotal'
      if (total < paidOf(model, invoice) + writtenOffOf(invoice)) return 'OverAllocated'
      const isOfLine = (one: Refund): boolean => one.lineId !== null && one.invoiceId === id && one.amount > 0
      return keptId === null && model.refunds.some(isOfLine) ? 'OverRefunded' : 'done'
    },
    apply: ({ invoices }, [made]) =>
      become(invoices, id, (invoice) => {
        invoice.total = total
        invoice.lineId = isPlain(lines) ? ((made as Made & Parts).line_items[0]?.id ?? null) : null
      }),
  }
}

export function ofInvoice(invoice: Invoice, command: InvoiceCommand): Action<Model> | undefined {
  const { id } = invoice
  if (command.type === 'correct') {
    // Most would come to less than was paid otherwise.
    const more = command.isLarge ? 200 : 0
    const amounts = command.lines.amounts.map((one, index) =>
      index === 0 ? { ...one, amount: one.amount + more } : one,
    )
    return correct(invoice, { ...command.lines, amounts })
  }
  if (command.type === 'write off')
    return {
      operation: 'writeOffInvoice',
      call: {
        path: { invoiceId: id },
        body: { ...maybeNamed(command.isNamed), amount: command.amount, write_off_at: timeOf(30) },
      },
      ending: (model) => refusalOf(model, id, command.amount),
      apply: ({ invoices }, [made]) =>
        become(invoices, id, ({ writeOffs }) =>
          writeOffs.push({ id: made?.id ?? '', amount: command.amount, isUndone: false }),
        ),
    }
  if (command.type === 'undo') {
    const made = at(invoice.writeOffs, command.writeOff)
    return (
      made && {
        operation: 'undoWriteOff',
        call: { path: { invoiceId: id, writeOffId: made.id } },
        ending: () => 'done',
        apply: ({ invoices }) =>
          become(invoices, id, ({ writeOffs }) => become(writeOffs, made.id, (one) => (one.isUndone = true))),
      }
    )
  }
  const { movesPayments } = command
  return {
    operation: 'voidInvoice',
    call: { path: { invoiceId: id }, body: movesPayments ? { move_payments_to_credit: true } : {} },
    ending: (model) => (!movesPayments && paidOf(model, find(model.invoices, id)) > 0 ? 'InvoiceHasPayments' : 'done'),
    apply: ({ invoices }) =>
      become(invoices, id, (one) => {
        one.isVoided = true
        for (const writeOff of one.writeOffs) writeOff.isUndone = true
      }),
  }
}
