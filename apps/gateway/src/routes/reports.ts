import type { ErrorEnum } from '@pacioli/errors'
import type { ReportPart__Output } from '@pacioli/protos/reporting'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import * as examples from '../schemas/report-examples.ts'
import { Data, refTo } from '../schemas/parts.ts'
import { AgingQuery, GeneralLedgerQuery, MomentQuery, RangeQuery, Report } from '../schemas/reports.ts'
import type { Services } from '../services.ts'
import { reportJson } from './public-report.ts'
import { BusinessParams, reads, type Routes } from './route.ts'

const STATEMENT_ERRORS: readonly ErrorEnum[] = [
  'BusinessNotFound',
  'TagDimensionNotFound',
  'MissingTagValues',
  'ReportTooLarge',
  'AmountOutOfRange',
]

/** What every report says of itself. */
const COMMON =
  'Without `reporting_basis` it is in the `default_reporting_basis` in effect for the business. It is kept up by events and ' +
  'is at most about a second behind the books. `lines_url` of a cell leads to what the figure is the sum of.'

/** Every report there is: its path, its name to reporting-svc, and what it takes. */
export const REPORTS = [
  {
    path: 'trial-balance',
    name: 'TRIAL_BALANCE',
    operation: 'TrialBalance',
    summary: 'the trial balance',
    description: `Every account with its debit or credit balance, and a row TOTAL whose two sides are equal. ${COMMON}`,
    querystring: MomentQuery,
    errors: STATEMENT_ERRORS,
    example: examples.trialBalance,
  },
  {
    path: 'profit-and-loss',
    name: 'PROFIT_AND_LOSS',
    operation: 'ProfitAndLoss',
    summary: 'the profit and loss',
    description: `What was earned and spent in a range of days, closing entries left out; TOTAL is the net income. ${COMMON}`,
    querystring: RangeQuery,
    errors: STATEMENT_ERRORS,
    example: examples.profitAndLoss,
  },
  {
    path: 'balance-sheet',
    name: 'BALANCE_SHEET',
    operation: 'BalanceSheet',
    summary: 'the balance sheet',
    description:
      'Assets, then liabilities and equity, whose TOTAL is the same. What was earned and not closed yet is the row ' +
      `NET_INCOME of equity. ${COMMON}`,
    querystring: MomentQuery,
    errors: STATEMENT_ERRORS,
    example: examples.balanceSheet,
  },
  {
    path: 'cashflow-statement',
    name: 'CASHFLOW_STATEMENT',
    operation: 'CashflowStatement',
    summary: 'the cash flow statement',
    description:
      'By the indirect method: net income, what other accounts took up or set free in operating, investing and financing ' +
      'activities, and cash at the beginning and, as TOTAL, at the end. Cash is what stands on accounts of the subtypes ' +
      `BANK_ACCOUNTS, CASH and UNDEPOSITED_FUNDS. ${COMMON}`,
    querystring: RangeQuery,
    errors: STATEMENT_ERRORS,
    example: examples.cashflowStatement,
  },
  {
    path: 'general-ledger',
    name: 'GENERAL_LEDGER',
    operation: 'GeneralLedger',
    summary: 'the general ledger',
    description:
      'Every account with what stood on it before a range of days, each of its lines in it, and the balance after each, in ' +
      `the account's normality. ${COMMON}`,
    querystring: GeneralLedgerQuery,
    errors: ['BusinessNotFound', 'AccountNotFound', 'MissingTagValues', 'ReportTooLarge', 'AmountOutOfRange'],
    example: examples.generalLedger,
  },
  {
    path: 'unified/ap-aging',
    name: 'AP_AGING',
    operation: 'ApAging',
    summary: 'the aging of what is owed to vendors',
    description:
      'What is outstanding at the end of a day, by how many days it is past due: by vendor, with the open bills and ' +
      'unallocated credits of each. Of the accrual books.',
    querystring: AgingQuery,
    errors: ['BusinessNotFound', 'MissingTagValues', 'ReportTooLarge', 'AmountOutOfRange'],
    example: examples.apAging,
  },
  {
    path: 'unified/ar-aging',
    name: 'AR_AGING',
    operation: 'ArAging',
    summary: 'the aging of what customers owe',
    description:
      'What is outstanding at the end of a day, by how many days it is past due: by customer, with the open invoices of ' +
      'each. Of the accrual books.',
    querystring: AgingQuery,
    errors: ['BusinessNotFound', 'MissingTagValues', 'ReportTooLarge', 'AmountOutOfRange'],
    example: examples.arAging,
  },
] as const satisfies readonly {
  path: string
  name: string
  operation: string
  summary: string
  description: string
  querystring: object
  errors: readonly ErrorEnum[]
  example: object
}[]

/** Large books take a while. */
const TIMEOUT_MS = 60_000

export const reportRoutes =
  ({ reports }: Services): Routes =>
  (app, _options, done) => {
    for (const { path, name, operation, summary, description, querystring, errors, example } of REPORTS)
      app.get(
        `/businesses/:businessId/reports/${path}`,
        {
          schema: {
            operationId: `get${operation}`,
            summary: `Get ${summary}`,
            description,
            tags: ['Reports'],
            params: BusinessParams,
            querystring,
            response: { 200: Data(refTo(Report), example, 'The report.') },
          },
          config: reads('books:read', errors, { timeoutMs: TIMEOUT_MS }),
        },
        (request, reply) => {
          const asked = { report: name, ...(request.query as object) }
          return sendReport(request, reply, request.askForParts(reports.GetReport, asked))
        },
      )
    done()
  }

/** Sends a report while it comes. A refusal comes before anything of it: it is answered like any other. */
async function sendReport(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: AsyncIterable<ReportPart__Output>,
): Promise<FastifyReply> {
  const text = reportJson(parts)
  const first = await text.next()
  const whole = async function* () {
    if (first.done !== true) yield first.value
    try {
      yield* text
    } catch (err) {
      // Too late for an answer that says so: the connection is cut off, so that nobody takes a part for the whole.
      request.log.error({ request_id: request.id, err }, 'a report broke off')
      throw err
    }
  }
  return reply.type('application/json; charset=utf-8').send(Readable.from(whole()))
}
