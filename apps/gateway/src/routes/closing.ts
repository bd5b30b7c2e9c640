import { refused } from '@pacioli/errors'
import type {
  ClosingInput,
  ClosingInput__Output,
  ClosingPreview__Output,
  ClosingAction__Output,
} from '@pacioli/protos/ledger'
import { Type, type Static, type TSchema } from 'typebox'
import { ClosingAction, ClosingBody, ClosingPreview, ListClosingsQuery } from '../schemas/closing.ts'
import * as examples from '../schemas/examples.ts'
import { ReverseBody } from '../schemas/journal.ts'
import { Data, ListOf, Page, refTo } from '../schemas/parts.ts'
import type { Services } from '../services.ts'
import { isUuid } from '../validation/formats.ts'
import { publicEntry, withMetadata } from './public-entry.ts'
import { numbersOf } from './reference-numbers.ts'
import { BusinessParams, reads, type Routes, sendCreated, writes } from './route.ts'

const tags = ['Closing']
const ClosingParams = Type.Object({
  ...BusinessParams.properties,
  closingId: Type.String({ format: 'uuid', description: 'The id of the closing action.' }),
})
const answer = (description: string) => Data(refTo(ClosingAction), examples.closingAction, description)
const list = (of: TSchema, example: unknown[], description: string) =>
  Type.Unsafe<unknown>({
    ...Type.Object({ data: ListOf(refTo(of)) }),
    description,
    examples: [{ data: example }],
  })

const preview = {
  operationId: 'previewRetainedEarningsClosing',
  summary: 'Preview a retained-earnings closing',
  description:
    'What closing would make, and nothing is made. Give exactly one of `year` and `effective_date`. ' +
    'An Idempotency-Key is accepted and ignored, since nothing is kept of a preview.',
  tags,
  params: BusinessParams,
  body: ClosingBody,
  response: {
    200: list(ClosingPreview, [examples.closingPreview], 'One item per closing action; none if nothing is left.'),
  },
}

const close = {
  operationId: 'closeRetainedEarnings',
  summary: 'Close to retained earnings',
  description:
    'Brings revenue and expense accounts to zero at the end of the window, with the difference to the target account. ' +
    'Closing the same or a longer window again closes what is left.',
  tags,
  params: BusinessParams,
  body: ClosingBody,
  response: {
    201: list(ClosingAction, [examples.closingAction], 'The closing actions that were made.'),
    200: list(ClosingAction, [], 'Nothing was left to close.'),
  },
}

const listClosings = {
  operationId: 'listClosingActions',
  summary: 'List closing actions',
  description: 'The latest close first. A page ends early when it gets long.',
  tags,
  params: BusinessParams,
  querystring: ListClosingsQuery,
  response: { 200: Page(refTo(ClosingAction), examples.closingAction, 'closes_at', 'A page of closing actions.') },
}

const getClosing = {
  operationId: 'getClosingAction',
  summary: 'Get a closing action',
  description: 'One closing action with its entries.',
  tags,
  params: ClosingParams,
  response: { 200: answer('The closing action.') },
}

const reverseClosing = {
  operationId: 'reverseClosingAction',
  summary: 'Reverse a closing action',
  description:
    'Reverses its entries at their own time, so that what it closed can be closed again. ' +
    'Reversing it again answers with it as it is. While the books are closed at that time, reopen them first.',
  tags,
  params: ClosingParams,
  body: ReverseBody,
  response: {
    201: answer('The reversed closing action.'),
    200: answer('The closing action, which was reversed before.'),
  },
}

const CLOSING = [
  'BusinessNotFound',
  'AccountNotFound',
  'TagValueNotFound',
  'AccountTypeMismatch',
  'AccountArchived',
  'PeriodClosed',
  'ClosingOverlap',
  'AmountOutOfRange',
  'BusinessArchived',
] as const

/** Many accounts and tag values take their time. */
const PATIENCE = { timeoutMs: 60_000 }

/** Null and absent mean the same; an empty list does not. Metadata travels to the service as JSON text. */
const inputOf = ({
  metadata,
  override_default_tagging_strategy: override,
  ...input
}: Static<typeof ClosingBody>): ClosingInput => ({
  ...input,
  ...(metadata ? { metadata: JSON.stringify(metadata) } : {}),
  ...(override ? { override_default_tagging_strategy: { tags: override } } : {}),
})

const publicShape = (shape: ClosingInput__Output): unknown => ({
  ...withMetadata(shape),
  override_default_tagging_strategy: shape.override_default_tagging_strategy?.tags,
})

const publicClosing = (closing: ClosingAction__Output | ClosingPreview__Output | null | undefined): unknown =>
  closing && {
    ...closing,
    closing_action: closing.closing_action && publicShape(closing.closing_action),
    primary_entry: publicEntry(closing.primary_entry),
    secondary_entries: closing.secondary_entries.map(publicEntry),
  }

function closingId(given: string): string {
  if (isUuid(given)) return given
  throw refused('ClosingNotFound', 'The business has no such closing.', { field: 'closingId' })
}

export const closingRoutes =
  ({ closing }: Services): Routes =>
  (app, _options, done) => {
    app.post(
      '/businesses/:businessId/closing/retained-earnings/preview',
      { schema: preview, config: writes('books:read', CLOSING, PATIENCE) },
      async (request) => {
        const { data } = await request.ask(closing.PreviewRetainedEarnings, inputOf(request.body))
        return { data: data.map(publicClosing) }
      },
    )

    app.post(
      '/businesses/:businessId/closing/retained-earnings',
      { schema: close, config: writes('books:write', CLOSING, PATIENCE) },
      async (request, reply) => {
        const { data } = await request.ask(closing.CloseRetainedEarnings, inputOf(request.body))
        return sendCreated(reply, data.length > 0, data.map(publicClosing))
      },
    )

    app.get(
      '/businesses/:businessId/closing/retained-earnings',
      { schema: listClosings, config: reads('books:read', ['BusinessNotFound', 'InvalidCursor']) },
      async (request) => {
        const { cursor, limit, sort_by, sort_order, reference_number, reference_numbers, ...filters } = request.query
        const { data, pagination } = await request.ask(closing.ListClosingActions, {
          ...filters,
          page: { cursor, limit, sort_by, sort_order },
          reference_numbers: numbersOf(reference_number, reference_numbers),
        })
        return { data: data.map(publicClosing), meta: { pagination } }
      },
    )

    app.get(
      '/businesses/:businessId/closing/retained-earnings/:closingId',
      { schema: getClosing, config: reads('books:read', ['BusinessNotFound', 'ClosingNotFound']) },
      async (request) => {
        const { data } = await request.ask(closing.GetClosingAction, {
          closing_id: closingId(request.params.closingId),
        })
        return { data: publicClosing(data) }
      },
    )

    app.post(
      '/businesses/:businessId/closing/retained-earnings/:closingId/reverse',
      {
        schema: reverseClosing,
        config: writes(
          'books:write',
          ['BusinessNotFound', 'ClosingNotFound', 'PeriodClosed', 'BusinessArchived'],
          PATIENCE,
        ),
      },
      async (request, reply) => {
        const input = { ...request.body, closing_id: closingId(request.params.closingId) }
        const { created, data } = await request.ask(closing.ReverseClosingAction, input)
        return sendCreated(reply, created, publicClosing(data))
      },
    )
    done()
  }
