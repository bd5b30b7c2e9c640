/**
 * Handlers of operations that call several services or a chosen one; the protos describe the rest of them. Routes that
 * are not made from the protos alone are beside: reports, tokens, the callback of providers, the service itself.
 */
import type { Interface } from '../contract/interface.ts'
import type { Handler } from '../contract/operations.ts'
import type { Method, MethodOf, Services } from '../services.ts'
import { listAccountLines } from './account-lines.ts'
import { postJournalEntries, postJournalEntry } from './journal.ts'
import { listPostings, retryPosting } from './postings.ts'
import { getProof } from './proof.ts'
import { search } from './search.ts'
import { sealHandlers } from './seals.ts'
import { listVersions } from './versions.ts'
import { applyTags, removeTags } from './tags.ts'

export type CustomOptions = { services: Services; methodOf: MethodOf; api: Interface; cursorKey: Buffer }

export function customHandlers({ services, methodOf, api, cursorKey }: CustomOptions): ReadonlyMap<string, Handler> {
  /** The method of the operation itself. Its answer stays as it was decoded, which is all that a serializer needs. */
  const methodFor = (id: string): Method => {
    const { service, method } = api.contract.operation(id)
    return methodOf(service, method.name)
  }
  return new Map([
    ['listAccountLines', listAccountLines(services, api)],
    ['postJournalEntry', postJournalEntry(services, methodFor('postJournalEntry'))],
    ['postJournalEntries', postJournalEntries(services, methodFor('postJournalEntries'))],
    ['listPostings', listPostings(services, cursorKey)],
    ['retryPosting', retryPosting(services)],
    ['search', search(services)],
    ['listVersions', listVersions(services)],
    ...sealHandlers(services),
    ['getProof', getProof(services)],
    ['applyTags', applyTags(services)],
    ['removeTags', removeTags(services)],
  ])
}
