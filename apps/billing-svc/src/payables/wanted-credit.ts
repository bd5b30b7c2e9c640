/** What a request wants a vendor credit to be, before anything was looked up. Pure. */
import type { CanonicalRequest } from '@pacioli/fields'
import { askedIfNamed } from '../requests/asked.ts'
import { collectProblems, Problems } from '@pacioli/errors'
import type { AccountIdentifier } from '@pacioli/postings'
import type {
  VendorCreditAllocationInput__Output,
  VendorCreditInput__Output,
  VendorCreditLineItemInput__Output,
} from '@pacioli/protos/billing'
import type { TagKeyValue__Output } from '@pacioli/protos/common'
import { momentFrom } from '../requests/moments.ts'
import type { BillName } from './named-bills.ts'
import type { NamedVendor } from '../contacts/named-vendors.ts'
import { requireSoundCredit, type VendorCreditLineItem } from './vendor-credit.ts'
import { amountFrom } from '../line-items/wanted-lines.ts'
import { toIdentifier } from '../posting/named-accounts.ts'

/** `field` is where the request has it, with a dot behind; empty where it is the request itself. */
export type WantedAllocation = { field: string; name: BillName; amount: number }

export type WantedLine = Omit<VendorCreditLineItem, 'id' | 'accountId' | 'tags'> & {
  field: string
  account: AccountIdentifier
  tags: readonly TagKeyValue__Output[]
}

export type WantedCredit = {
  externalId: string | null
  asked: CanonicalRequest | undefined
  vendor: NamedVendor
  receivedAt: Date
  lines: readonly WantedLine[]
  allocations: readonly WantedAllocation[]
  tags: readonly TagKeyValue__Output[]
  memo: string | null
  metadata: string | null
  referenceNumber: string | null
}

/** Of line items, and of allocations. */
const MAX_ITEMS = 1_000

/** Every problem is added to `problems`. */
export const wantedAllocation = (
  input: VendorCreditAllocationInput__Output,
  field: string,
  problems: Problems,
): WantedAllocation => ({
  field,
  name: { bill_id: input.bill_id, bill_external_id: input.bill_external_id },
  amount: amountFrom(input.amount, `${field}amount`, problems, 1),
})

function wantedLine(input: VendorCreditLineItemInput__Output, field: string, problems: Problems): WantedLine {
  if (!input.account_identifier)
    problems.add('InvalidPayload', 'Expected the account that the line item is for.', {
      field: `${field}account_identifier`,
    })
  return {
    field,
    account: toIdentifier(input.account_identifier ?? { type: '' }),
    amount: amountFrom(input.amount, `${field}amount`, problems),
    tags: input.tags,
    memo: input.memo ?? null,
    metadata: input.metadata ?? null,
    referenceNumber: input.reference_number ?? null,
  }
}

/** @throws InvalidPayload, AmountOutOfRange, NegativeTotal, OverAllocated; every problem at once */
export function wantedCredit(input: VendorCreditInput__Output, now: Date): WantedCredit {
  const problems = new Problems()
  const wanted = {
    externalId: input.external_id ?? null,
    asked: askedIfNamed(input),
    vendor: { vendor_id: input.vendor_id, vendor_external_id: input.vendor_external_id },
    receivedAt: collectProblems(problems, () => momentFrom(input.received_at, 'received_at', now)) ?? now,
    lines: input.line_items.map((one, index) => wantedLine(one, `line_items.${index}.`, problems)),
    allocations: input.allocations.map((one, index) => wantedAllocation(one, `allocations.${index}.`, problems)),
    tags: input.tags,
    memo: input.memo ?? null,
    metadata: input.metadata ?? null,
    referenceNumber: input.reference_number ?? null,
  }
  for (const field of ['line_items', 'allocations'] as const)
    if (input[field].length > MAX_ITEMS)
      problems.add('InvalidPayload', `At most ${MAX_ITEMS} are possible; here are ${input[field].length}.`, { field })
  if (input.line_items.length === 0)
    problems.add('InvalidPayload', 'A credit has at least one line item.', { field: 'line_items' })
  problems.throwIfAny()
  requireSoundCredit(draftOf(wanted))
  return wanted
}

/** The credit as far as its amounts go: what no credit can be is refused before anything is asked. */
const draftOf = ({ lines, allocations, receivedAt }: WantedCredit) => ({
  lineItems: lines.map((line) => ({ ...line, id: '', accountId: '', tags: [] })),
  allocations: allocations.map(({ amount }) => ({
    id: '',
    vendorCreditId: '',
    billId: '',
    amount,
    allocatedAt: receivedAt,
    createdAt: receivedAt,
    deletedAt: null,
  })),
})
