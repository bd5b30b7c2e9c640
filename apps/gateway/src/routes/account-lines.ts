import type { FastifyRequest } from 'fastify'
import type { Interface, Ready } from '../contract/interface.ts'
import { askedBy, type Handler } from '../contract/operations.ts'
import type { Services } from '../services.ts'
import type { ListAccountLinesRequest } from '@pacioli/protos/ledger'
import { invoiceQuestionFor, withInvoices } from './line-invoices.ts'
import { questionFor, withTransactions } from './line-transactions.ts'

/**
 * The lines of an account, each with the bank transaction that it stems from or is matched to, and with the invoice that it
 * stems from: of three services, so it is put together here.
 */
export function listAccountLines({ journal, bankTransactions, invoices }: Services, api: Interface): Handler {
  const tellers = {
    transaction: api.tellerOf('pacioli.banking.v1.BankTransaction'),
    invoice: api.tellerOf('pacioli.billing.v1.Invoice'),
  }
  const read = async (request: FastifyRequest, ready: Ready, limit?: number): Promise<string> => {
    const asked = ready.read(askedBy(request)) as ListAccountLinesRequest
    const page = { ...asked.page, ...(limit === undefined ? {} : { limit }) }
    const { data, pagination } = await request.ask(journal.ListAccountLines, { ...asked, page })
    const [question, invoiceQuestion] = [questionFor(data), invoiceQuestionFor(data)]
    const [transactions, found] = await Promise.all([
      question && request.ask(bankTransactions.GetTransactionsOfEntries, question),
      invoiceQuestion && request.ask(invoices.FindInvoicesOfSources, invoiceQuestion),
    ])
    const told = transactions ? withTransactions(data, transactions, tellers.transaction) : data
    const shown = found ? withInvoices(told, found, tellers.invoice, data.length === 1) : told
    // Long transactions and invoices make a shorter page; where it ends, the ledger says.
    if (shown.length < data.length) return read(request, ready, Math.max(1, shown.length))
    return ready.tellPage(shown.map(ready.tellData), { pagination })
  }
  return async (request, reply, ready) => reply.type('application/json; charset=utf-8').send(await read(request, ready))
}
