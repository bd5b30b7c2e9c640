import * as examples from '../schemas/examples.ts'
import { Data, refTo } from '../schemas/parts.ts'
import { Report, TrialBalanceQuery } from '../schemas/reports.ts'
import type { Services } from '../services.ts'
import { BusinessParams, reads, type Routes } from './route.ts'

const getTrialBalance = {
  operationId: 'getTrialBalance',
  summary: 'Get the trial balance',
  description:
    'Every account with its debit or credit balance, and a row TOTAL whose two sides are equal. ' +
    'Without `reporting_basis` it is in the `default_reporting_basis` in effect for the business. ' +
    'It is kept up by events and is at most about a second behind the ledger.',
  tags: ['Reports'],
  params: BusinessParams,
  querystring: TrialBalanceQuery,
  response: { 200: Data(refTo(Report), examples.trialBalance, 'The trial balance.') },
}

export const reportRoutes =
  ({ reports }: Services): Routes =>
  (app, _options, done) => {
    app.get(
      '/businesses/:businessId/reports/trial-balance',
      { schema: getTrialBalance, config: reads('books:read', ['BusinessNotFound', 'AmountOutOfRange']) },
      async (request) => ({ data: await request.ask(reports.GetTrialBalance, request.query) }),
    )
    done()
  }
