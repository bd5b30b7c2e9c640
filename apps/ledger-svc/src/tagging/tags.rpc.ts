import { TagsService } from '@pacioli/protos/ledger'
import { implement, type Implementation, tenantOf, writeRequestOf } from '@pacioli/rpc'
import type { Ledger } from '../ledger.ts'
import { applyTags, removeTags } from './apply-tags.ts'
import { createDimension } from '../tags/create-dimension.ts'
import { createValue } from '../tags/create-value.ts'
import { getDimension, listDimensions, listValues } from '../tags/list-dimensions.ts'
import { deleteDimension, updateDimension } from '../tags/update-dimension.ts'
import { updateValue } from '../tags/update-value.ts'

export const tagsRpc = (ledger: Ledger): Implementation =>
  implement(TagsService, {
    CreateTagDimension: (request, context) => createDimension(ledger, writeRequestOf(context), request),
    ListTagDimensions: (request, context) => listDimensions(ledger, tenantOf(context), request),
    GetTagDimension: async (request, context) => ({
      data: await getDimension(ledger, tenantOf(context), request.dimension_id),
      created: false,
    }),
    UpdateTagDimension: (request, context) => updateDimension(ledger, writeRequestOf(context), request),
    DeleteTagDimension: (request, context) => deleteDimension(ledger, writeRequestOf(context), request.dimension_id),
    CreateTagValue: (request, context) => createValue(ledger, writeRequestOf(context), request),
    ListTagValues: (request, context) => listValues(ledger, tenantOf(context), request),
    UpdateTagValue: (request, context) => updateValue(ledger, writeRequestOf(context), request),
    ApplyTags: (request, context) => applyTags(ledger, writeRequestOf(context), request),
    RemoveTags: (request, context) => removeTags(ledger, writeRequestOf(context), request),
  })
