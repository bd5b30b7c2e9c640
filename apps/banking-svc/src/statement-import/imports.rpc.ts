import { ImportsService } from '@pacioli/protos/banking'
import { implement, writeRequestOf, type Implementation } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { importStatement } from './import-statement.ts'
import { importTransactions } from './import-transactions.ts'

export const importsRpc = (banking: Banking): Implementation =>
  implement(ImportsService, {
    ImportTransactions: (request, context) => importTransactions(banking, writeRequestOf(context), request),
    ImportStatement: (request, context) => importStatement(banking, writeRequestOf(context), request),
  })
