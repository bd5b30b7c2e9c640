import { ClosingService } from '@pacioli/protos/ledger'
import { implement, type Implementation, tenantOf, writeRequestOf } from '@pacioli/rpc'
import type { Ledger } from '../ledger.ts'
import { closeRetainedEarnings } from './close-retained-earnings.ts'
import { toClosingMessage, toClosingRequest } from './closing.messages.ts'
import { previewClosing } from './preview-closing.ts'
import { getClosing, listClosings } from './read-closings.ts'
import { reverseClosing } from './reverse-closing.ts'

export const closingRpc = (ledger: Ledger): Implementation =>
  implement(ClosingService, {
    // No Idempotency-Key: that would have to be written, and a preview writes nothing.
    PreviewRetainedEarnings: async (request, context) =>
      previewClosing(ledger, tenantOf(context), toClosingRequest(request)),
    CloseRetainedEarnings: async (request, context) =>
      closeRetainedEarnings(ledger, writeRequestOf(context), toClosingRequest(request)),
    ReverseClosingAction: (request, context) =>
      reverseClosing(ledger, writeRequestOf(context), { closingId: request.closing_id, memo: request.memo ?? null }),
    GetClosingAction: async (request, context) => ({
      data: toClosingMessage(await getClosing(ledger, tenantOf(context), request.closing_id)),
    }),
    ListClosingActions: async (request, context) => {
      const { closings, pagination } = await listClosings(ledger, tenantOf(context), {
        page: request.page ?? {},
        startDate: request.start_date,
        endDate: request.end_date,
        includeReversed: request.include_reversed,
        referenceNumbers: request.reference_numbers,
      })
      return { data: closings.map(toClosingMessage), pagination }
    },
  })
