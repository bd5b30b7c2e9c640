/** Each service keeps the tags of its resources; callers have one operation for all of them. */
import type { ApplyTagsRequest, RemoveTagsRequest } from '@pacioli/protos/common'
import { answer, requestPartsOf, type Handler } from '../contract/operations.ts'
import type { Services } from '../services.ts'

type Keeper = Pick<Services['bankAccounts'], 'ApplyTags' | 'RemoveTags'>

/**
 * Billing keeps the tags of every other type. Its TagsService has these calls, too; the gateway changes to it with the next
 * release, when every billing service that a rollout may meet serves it.
 */
const KEEPERS: Record<string, (services: Services) => Keeper> = {
  JOURNAL_ENTRY: ({ tags }) => tags,
  LINE_ITEM: ({ tags }) => tags,
  BANK_ACCOUNT: ({ bankAccounts }) => bankAccounts,
  BANK_TRANSACTION: ({ bankTransactions }) => bankTransactions,
}

const keeperOf = (services: Services, { entity_type = '' }: ApplyTagsRequest | RemoveTagsRequest): Keeper =>
  (KEEPERS[entity_type] ?? (({ bills }) => bills))(services)

export const applyTags =
  (services: Services): Handler =>
  async (request, reply, ready) => {
    const tagging = ready.read(requestPartsOf(request)) as ApplyTagsRequest
    return answer(request, reply, ready, await request.call(keeperOf(services, tagging).ApplyTags, tagging))
  }

export const removeTags =
  (services: Services): Handler =>
  async (request, reply, ready) => {
    const tagging = ready.read(requestPartsOf(request)) as RemoveTagsRequest
    return answer(request, reply, ready, await request.call(keeperOf(services, tagging).RemoveTags, tagging))
  }
