/**
 * Handlers of operations that call several services or a chosen one; the protos describe the rest of them. Routes that
 * are not made from the protos alone are beside: reports, tokens, the callback of providers, the service itself.
 */
import type { Interface } from '../contract/interface.ts'
import type { Handler } from '../contract/operations.ts'
import type { Services } from '../services.ts'
import { listAccountLines } from './account-lines.ts'
import { postJournalEntries, postJournalEntry } from './journal.ts'
import { listPostings, retryPosting } from './postings.ts'
import { search } from './search.ts'
import { applyTags, removeTags } from './tags.ts'

export const customHandlers = (services: Services, api: Interface, cursorKey: Buffer): ReadonlyMap<string, Handler> =>
  new Map([
    ['listAccountLines', listAccountLines(services, api)],
    ['postJournalEntry', postJournalEntry(services)],
    ['postJournalEntries', postJournalEntries(services)],
    ['listPostings', listPostings(services, cursorKey)],
    ['retryPosting', retryPosting(services)],
    ['search', search(services)],
    ['applyTags', applyTags(services)],
    ['removeTags', removeTags(services)],
  ])
