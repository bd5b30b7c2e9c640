import { TagsService } from '@pacioli/protos/billing'
import { implement, writeRequestOf, type Implementation } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { applyTags, removeTags } from './tag-entities.ts'

export const tagsRpc = (billing: Billing): Implementation =>
  implement(TagsService, {
    ApplyTags: (request, context) => applyTags(billing, writeRequestOf(context), request),
    RemoveTags: (request, context) => removeTags(billing, writeRequestOf(context), request),
  })
