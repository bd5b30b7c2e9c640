import type { FastifyRequest } from 'fastify'
import type { Interface, Ready } from '../contract/interface.ts'
import { requestPartsOf, type Handler } from '../contract/operations.ts'
import type { Services } from '../services.ts'
import type { ListAccountLinesRequest } from '@pacioli/protos/ledger'
import { invoiceQueryFor, withInvoices } from './line-invoices.ts'
import { partyQueryFor, withParties } from './line-parties.ts'
import { transactionQueryFor, withTransactions } from './line-transactions.ts'

/**
 * The lines of an account, each with its bank transaction, its invoice, and the name of whom it concerns. They come from
 * three services, so the gateway joins them.
 */
export function listAccountLines({ journal, bankTransactions, invoices, contacts }: Services, api: Interface): Handler {
  const serializers = {
    transaction: api.serializerOf('pacioli.banking.v1.BankTransaction'),
    invoice: api.serializerOf('pacioli.billing.v1.Invoice'),
  }
  const read = async (request: FastifyRequest, ready: Ready, limit?: number): Promise<string> => {
    const query = ready.read(requestPartsOf(request)) as ListAccountLinesRequest
    const page = { ...query.page, ...(limit === undefined ? {} : { limit }) }
    const { data, ...meta } = await request.call(journal.ListAccountLines, { ...query, page })
    const [transactionQuery, invoiceQuery] = [transactionQueryFor(data), invoiceQueryFor(data)]
    const partyQuery = partyQueryFor(data)
    const [transactions, found, parties] = await Promise.all([
      transactionQuery && request.call(bankTransactions.GetTransactionsOfEntries, transactionQuery),
      invoiceQuery && request.call(invoices.FindInvoicesOfSources, invoiceQuery),
      partyQuery && request.call(contacts.FindContacts, partyQuery),
    ])
    const withBanking = transactions ? withTransactions(data, transactions, serializers.transaction) : data
    const withNames = parties ? withParties(withBanking, parties) : withBanking
    const shown = found ? withInvoices(withNames, found, serializers.invoice, data.length === 1) : withNames
    // Long transactions and invoices make a shorter page, and the ledger has to make its cursor.
    if (shown.length < data.length) return read(request, ready, Math.max(1, shown.length))
    return ready.serializePage(shown.map(ready.serializeData), meta)
  }
  return async (request, reply, ready) => reply.type('application/json; charset=utf-8').send(await read(request, ready))
}
