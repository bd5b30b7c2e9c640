import type { ErrorEnum } from '@pacioli/errors'
import { requireTagPair } from '@pacioli/paging'
import type { Bill__Output } from '@pacioli/protos/billing'
import {
  Bill,
  CreateBillBody,
  CreateBillsBody,
  CreateExpenseBody,
  ListBillsQuery,
  UpdateBillBody,
} from '../schemas/bills.ts'
import * as examples from '../schemas/payables-examples.ts'
import { Data, List, Page, refTo } from '../schemas/parts.ts'
import type { Services } from '../services.ts'
import { billChangesOf, billOf, expenseOf, limitBills, statusesOf } from './bill-inputs.ts'
import { idOf } from './document-inputs.ts'
import { IN_DATA, sendList } from './long-answers.ts'
import { billId, BillParams } from './path-ids.ts'
import { tellPosting } from './posting-state.ts'
import { publicBill } from './public-documents.ts'
import { numbersOf } from './reference-numbers.ts'
import { BusinessParams, creates, MAX_BULK_BYTES, reads, type Routes, sendCreated, writes } from './route.ts'

const tags = ['Bills']
const BILL = refTo(Bill)
const answer = (description: string) => Data(BILL, examples.bill, description)
const expense = (description: string) => Data(BILL, examples.expense, description)

const LIMITS =
  'All its line items and taxes together are at most 10,000, and so are its tags; the document, and each line item, ' +
  'takes at most 10 tags, a line item none of a BALANCING dimension.'

const createBill = {
  operationId: 'createBill',
  summary: 'Receive a bill',
  description:
    'Posts at `received_at`, in the accrual books: its line items and taxes against ACCOUNTS_PAYABLE. With an ' +
    `\`external_id\` a repeated create answers with the bill that exists. ${LIMITS}`,
  tags,
  params: BusinessParams,
  body: CreateBillBody,
  response: { 201: answer('The new bill.'), 200: answer('The bill that this `external_id` made before.') },
}

const createBills = {
  operationId: 'createBills',
  summary: 'Receive up to 1,000 bills',
  description:
    'A bare list, received all or not at all, and answered in its order; one whose `external_id` made a bill before is ' +
    'answered with that. Errors name every failing index. All bills together have at most 10,000 line items and taxes, ' +
    'and at most 10,000 tags.',
  tags,
  params: BusinessParams,
  body: CreateBillsBody,
  response: { 200: List(BILL, examples.bill, 'The bills, in the order of the request.') },
}

const createExpense = {
  operationId: 'createExpense',
  summary: 'Record an expense',
  description:
    'What was paid on the spot: a bill with `is_expense`, PAID from the beginning. Posts at `paid_at`, in both books: ' +
    `its line items and taxes against the clearing account of its method. ${LIMITS}`,
  tags,
  params: BusinessParams,
  body: CreateExpenseBody,
  response: { 201: expense('The new expense.'), 200: expense('The expense that this `external_id` made before.') },
}

const listBills = {
  operationId: 'listBills',
  summary: 'List bills and expenses',
  description: 'Last received first, unless asked for otherwise; voided ones too. Filters combine with AND.',
  tags,
  params: BusinessParams,
  querystring: ListBillsQuery,
  response: { 200: Page(BILL, examples.bill, 'received_at', 'A page of bills.', 'DESC') },
}

const getBill = {
  operationId: 'getBill',
  summary: 'Get a bill or an expense',
  description: 'One bill or expense, with what was paid and credited.',
  tags,
  params: BillParams,
  response: { 200: answer('The bill.') },
}

const updateBill = {
  operationId: 'updateBill',
  summary: 'Update a bill or an expense',
  description:
    'Changes the fields given; null clears one, and lists are replaced. What was posted is reversed and posted anew ' +
    'where that makes a difference, payments on the bill included; in a closed period at the first open instant. What ' +
    'is allocated to a bill stays, so it cannot come to less, nor be of another vendor. ' +
    LIMITS,
  tags,
  params: BillParams,
  body: UpdateBillBody,
  response: { 200: answer('The bill as it is now.') },
}

const voidBill = {
  operationId: 'voidBill',
  summary: 'Void a bill or an expense',
  description:
    'Reverses what it posted. Payments and credits have to be taken back before. Voiding it again changes nothing.',
  tags,
  params: BillParams,
  response: { 200: answer('The voided bill.') },
}

/** What any document can name that is wrong. */
const NAMING = [
  'BusinessNotFound',
  'BusinessArchived',
  'VendorNotFound',
  'VendorArchived',
  'AccountNotFound',
  'AccountArchived',
  'ControlAccount',
  'DuplicateTagDimension',
  'TagValueArchived',
  'BalancingTagViolation',
  'PeriodClosed',
  'VersionConflict',
] as const satisfies readonly ErrorEnum[]

/** What its amounts can be that no bill is. */
const AMOUNTS = ['AmountOutOfRange', 'NegativeTotal'] as const

const KNOWN = ['BusinessNotFound', 'BillNotFound'] as const

const single = ({ data }: { data: Bill__Output | null }) => ({ data: data && publicBill(data) })

export const billRoutes =
  ({ bills }: Services): Routes =>
  (app, _options, done) => {
    app.post(
      '/businesses/:businessId/bills',
      {
        schema: createBill,
        config: creates('books:write', [...NAMING, ...AMOUNTS, 'DuplicateExternalId'], { posts: true }),
      },
      async (request, reply) => {
        limitBills([request.body])
        const answered = await request.ask(bills.CreateBill, billOf(request.body))
        tellPosting(reply, answered)
        return sendCreated(reply, answered.created, single(answered).data)
      },
    )

    app.post(
      '/businesses/:businessId/bills/bulk',
      {
        schema: createBills,
        bodyLimit: MAX_BULK_BYTES,
        config: creates('books:write', [...NAMING, ...AMOUNTS, 'DuplicateExternalId'], {
          posts: true,
          timeoutMs: 60_000,
        }),
      },
      async (request, reply) => {
        limitBills(request.body)
        const answered = await request.ask(bills.CreateBills, { bills: request.body.map(billOf) })
        tellPosting(reply, answered)
        return sendList(reply, answered.data, publicBill, BILL, IN_DATA)
      },
    )

    app.post(
      '/businesses/:businessId/expenses',
      {
        schema: createExpense,
        config: creates('books:write', [...NAMING, ...AMOUNTS, 'DuplicateExternalId'], { posts: true }),
      },
      async (request, reply) => {
        limitBills([request.body])
        const answered = await request.ask(bills.CreateExpense, expenseOf(request.body))
        tellPosting(reply, answered)
        return sendCreated(reply, answered.created, single(answered).data)
      },
    )

    app.get(
      '/businesses/:businessId/bills',
      { schema: listBills, config: reads('books:read', ['BusinessNotFound', 'InvalidCursor', 'MissingTagValues']) },
      async (request) => {
        const { cursor, limit, sort_by, sort_order, reference_number, reference_numbers, ...rest } = request.query
        const { status, statuses, vendor_id, ...filters } = rest
        requireTagPair(filters.tag_key, filters.tag_values)
        const { data, pagination } = await request.ask(bills.ListBills, {
          ...filters,
          page: { cursor, limit, sort_by, sort_order },
          statuses: statusesOf(status, statuses),
          vendor_id: idOf(vendor_id),
          reference_numbers: numbersOf(reference_number, reference_numbers),
        })
        return { data: data.map(publicBill), meta: { pagination } }
      },
    )

    app.get(
      '/businesses/:businessId/bills/:billId',
      { schema: getBill, config: reads('books:read', KNOWN) },
      async (request) => single(await request.ask(bills.GetBill, { bill_id: billId(request.params.billId) })),
    )

    app.post(
      '/businesses/:businessId/bills/:billId/update',
      {
        schema: updateBill,
        config: writes(
          'books:write',
          [
            ...NAMING,
            ...AMOUNTS,
            'BillNotFound',
            'BillVoided',
            'BillHasPayments',
            'OverAllocated',
            'DocumentMatched',
            'DuplicateExternalId',
            'PostingFailed',
          ],
          { posts: true },
        ),
      },
      async (request, reply) => {
        const changes = billChangesOf(billId(request.params.billId), request.body)
        limitBills([request.body])
        const answered = await request.ask(bills.UpdateBill, changes)
        tellPosting(reply, answered)
        return single(answered)
      },
    )

    app.post(
      '/businesses/:businessId/bills/:billId/void',
      {
        schema: voidBill,
        config: writes(
          'books:write',
          [...KNOWN, 'BusinessArchived', 'BillHasPayments', 'DocumentMatched', 'VersionConflict'],
          { posts: true },
        ),
      },
      async (request, reply) => {
        const answered = await request.ask(bills.VoidBill, { bill_id: billId(request.params.billId) })
        tellPosting(reply, answered)
        return single(answered)
      },
    )
    done()
  }
