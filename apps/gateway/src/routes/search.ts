/** Searches in each service that has resources; callers get one list. */
import type { FindResourcesRequest, FoundResource__Output } from '@pacioli/protos/search'
import { answer, requestPartsOf, type Handler } from '../contract/operations.ts'
import type { Services } from '../services.ts'

const BEST_FIRST = ['ID', 'EXTERNAL_ID', 'REFERENCE_NUMBER', 'REQUEST_ID']

/** Best first, and each resource once: its owner finds it, and the service with its events may, too. */
export function mergedFinds(lists: readonly (readonly FoundResource__Output[])[]): FoundResource__Output[] {
  const found = new Map<string, FoundResource__Output>()
  for (const place of BEST_FIRST)
    for (const one of lists.flat()) if (one.matched_by === place && !found.has(one.id)) found.set(one.id, one)
  return [...found.values()]
}

export const search =
  ({ ledgerSearch, bankingSearch, billingSearch, reportingSearch }: Services): Handler =>
  async (request, reply, ready) => {
    const { q } = ready.read(requestPartsOf(request)) as FindResourcesRequest
    const owners = [ledgerSearch, bankingSearch, billingSearch, reportingSearch]
    const answers = await Promise.all(owners.map(({ FindResources }) => request.call(FindResources, { q })))
    return answer(request, reply, ready, { data: mergedFinds(answers.map(({ data }) => data)) })
  }
