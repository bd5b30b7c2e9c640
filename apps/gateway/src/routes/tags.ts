import { Type } from 'typebox'
import * as examples from '../schemas/examples.ts'
import { ListOf, refTo } from '../schemas/parts.ts'
import { applyTagsBody, removeTagsBody, TaggedEntity } from '../schemas/tags.ts'
import type { Services } from '../services.ts'
import { tellPosting } from './posting-state.ts'
import { BusinessParams, type Routes, writes } from './route.ts'

const ENTITY_TYPES = [
  'JOURNAL_ENTRY',
  'LINE_ITEM',
  'BANK_ACCOUNT',
  'BANK_TRANSACTION',
  'VENDOR',
  'BILL',
  'BILL_PAYMENT',
  'VENDOR_CREDIT',
  'CUSTOMER',
  'INVOICE',
  'INVOICE_LINE_ITEM',
  'INVOICE_WRITE_OFF',
  'INVOICE_PAYMENT',
  'REFUND',
  'PAYOUT',
] as const

type Keeper = Pick<Services['bankAccounts'], 'ApplyTags' | 'RemoveTags'>

/** Who keeps the tags of which kind of entity. A kind gets tags by standing here. */
const keepers: Record<(typeof ENTITY_TYPES)[number], (services: Services) => Keeper> = {
  JOURNAL_ENTRY: ({ tags }) => tags,
  LINE_ITEM: ({ tags }) => tags,
  BANK_ACCOUNT: ({ bankAccounts }) => bankAccounts,
  BANK_TRANSACTION: ({ bankTransactions }) => bankTransactions,
  VENDOR: ({ bills }) => bills,
  BILL: ({ bills }) => bills,
  BILL_PAYMENT: ({ bills }) => bills,
  VENDOR_CREDIT: ({ bills }) => bills,
  CUSTOMER: ({ bills }) => bills,
  INVOICE: ({ bills }) => bills,
  INVOICE_LINE_ITEM: ({ bills }) => bills,
  INVOICE_WRITE_OFF: ({ bills }) => bills,
  INVOICE_PAYMENT: ({ bills }) => bills,
  REFUND: ({ bills }) => bills,
  PAYOUT: ({ bills }) => bills,
}

const tags = ['Tags']
const tagged = (description: string) =>
  Type.Unsafe<unknown>({
    ...Type.Object({ data: ListOf(refTo(TaggedEntity)) }),
    description,
    examples: [{ data: [examples.taggedEntity] }],
  })

const RULES = `All or nothing, answered in the order of \`entity_ids\`. A tag of an entry is on all of its lines, and a
journal entry and its reversal always carry the same tags, so both change. Entries in a closed period and those of
documents, closings and imports keep their tags: tag the document. What a bank transaction or a document has posted is
reversed and posted again with its tags; a BILL may be an expense. An INVOICE_LINE_ITEM takes no tag of a BALANCING
dimension. Under a BALANCING dimension every entry must balance
for each value afterwards.`

const applyTags = {
  operationId: 'applyTags',
  summary: 'Apply tags to entities',
  description: `${RULES} Dimensions and values that do not exist are made; tags that are there already stay.`,
  tags,
  params: BusinessParams,
  body: applyTagsBody(ENTITY_TYPES),
  response: { 200: tagged('What the entities carry now.') },
}

const removeTags = {
  operationId: 'removeTags',
  summary: 'Remove tags from entities',
  description: `${RULES} Removing what is not there changes nothing; a tag that a line has from its entry is removed from the entry.`,
  tags,
  params: BusinessParams,
  body: removeTagsBody(ENTITY_TYPES),
  response: { 200: tagged('What the entities carry now.') },
}

const TAGGING = [
  'BusinessNotFound',
  'EntityNotFound',
  'BusinessArchived',
  'EntryOwned',
  'PeriodClosed',
  'BalancingTagViolation',
  'PostingFailed',
  'BillVoided',
  'InvoiceVoided',
  'DocumentDeleted',
  'AccountArchived',
  'TagValueArchived',
  'VersionConflict',
] as const

export const tagRoutes =
  (services: Services): Routes =>
  (app, _options, done) => {
    app.post(
      '/businesses/:businessId/tags',
      {
        schema: applyTags,
        config: writes('books:write', [...TAGGING, 'DuplicateTagDimension'], { posts: true }),
      },
      async (request, reply) => {
        const keeper = keepers[request.body.entity_type](services)
        const answered = await request.ask(keeper.ApplyTags, request.body)
        tellPosting(reply, answered)
        return { data: answered.data }
      },
    )

    app.post(
      '/businesses/:businessId/tags/delete',
      { schema: removeTags, config: writes('books:write', [...TAGGING, 'TagInherited'], { posts: true }) },
      async (request, reply) => {
        const keeper = keepers[request.body.entity_type](services)
        const answered = await request.ask(keeper.RemoveTags, request.body)
        tellPosting(reply, answered)
        return { data: answered.data }
      },
    )
    done()
  }
