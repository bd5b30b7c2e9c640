import { BillsService } from '@pacioli/protos/billing'
import { implement, readRequestOf, writeRequestOf, type Implementation } from '@pacioli/rpc'
import type { Billing } from './billing.ts'
import { applyTags, removeTags } from './tag-requests/tag-entities.ts'
import { createBill, createBills } from './bills/create-bills.ts'
import { getDocument } from './documents/document-kind.ts'
import { createExpense } from './expenses/create-expense.ts'
import { BILLS } from './payables/bill.kind.ts'
import { listBills } from './bills/list-bills.ts'
import { updateBill } from './bills/update-bill.ts'
import { voidBill } from './bills/void-bill.ts'

export const billsRpc = (billing: Billing): Implementation =>
  implement(BillsService, {
    CreateBill: (request, context) => createBill(billing, writeRequestOf(context), request),
    CreateBills: (request, context) => createBills(billing, writeRequestOf(context), request.bills),
    CreateExpense: (request, context) => createExpense(billing, writeRequestOf(context), request),
    ListBills: (request, context) => listBills(billing, readRequestOf(context), request),
    GetBill: (request, context) => getDocument(billing, readRequestOf(context), BILLS, request.bill_id),
    UpdateBill: (request, context) => updateBill(billing, writeRequestOf(context), request),
    VoidBill: (request, context) => voidBill(billing, writeRequestOf(context), request.bill_id),
    ApplyTags: (request, context) => applyTags(billing, writeRequestOf(context), request),
    RemoveTags: (request, context) => removeTags(billing, writeRequestOf(context), request),
  })
