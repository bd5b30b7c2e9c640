/**
 * Handlers of operations that are more than a question to one service; all else of these is what the protos say. Routes that
 * are not made of the protos, or not alone, are beside: reports, tokens, the way back from a provider, the service itself.
 */
import type { Interface } from '../contract/interface.ts'
import type { Handler } from '../contract/operations.ts'
import type { Services } from '../services.ts'
import { listAccountLines } from './account-lines.ts'
import { listPostings, retryPosting } from './postings.ts'
import { search } from './search.ts'
import { applyTags, removeTags } from './tags.ts'

export const customHandlers = (services: Services, api: Interface, cursorKey: Buffer): ReadonlyMap<string, Handler> =>
  new Map([
    ['listAccountLines', listAccountLines(services, api)],
    ['listPostings', listPostings(services, cursorKey)],
    ['retryPosting', retryPosting(services)],
    ['search', search(services)],
    ['applyTags', applyTags(services)],
    ['removeTags', removeTags(services)],
  ])
