/** What something was: told by the service that owns it, which of all services is the one that knows any of it. */
import type { ListVersionsRequest } from '@pacioli/protos/history'
import { answer, requestPartsOf, type Handler } from '../contract/operations.ts'
import type { Services } from '../services.ts'

export const listVersions =
  ({ versions }: Services): Handler =>
  async (request, reply, ready) => {
    const asked = ready.read(requestPartsOf(request)) as ListVersionsRequest
    const answers = await Promise.all(versions.map(({ ListVersions }) => request.call(ListVersions, asked)))
    const owned = answers.find(({ data }) => data.length > 0) ?? answers[0]
    return answer(request, reply, ready, owned ?? {})
  }
