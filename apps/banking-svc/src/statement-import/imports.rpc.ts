import { ImportsService } from '@pacioli/protos/banking'
import { implement, type Implementation } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { notYet } from '../not-yet.ts'

export const importsRpc = (_banking: Banking): Implementation =>
  implement(ImportsService, { ImportTransactions: notYet, ImportStatement: notYet })
