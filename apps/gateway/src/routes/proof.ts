/** The standing proof: each service tells what it has audited. */
import { answer, requestPartsOf, type Handler } from '../contract/operations.ts'
import type { Services } from '../services.ts'

export const getProof =
  ({ proofs }: Services): Handler =>
  async (request, reply, ready) => {
    ready.read(requestPartsOf(request))
    const answers = await Promise.all(proofs.map(({ GetProof }) => request.call(GetProof, {})))
    const told = answers.flatMap(({ data }) => data ?? [])
    const times = told.map(({ audited_at }) => audited_at ?? null)
    return answer(request, reply, ready, {
      data: {
        holds: told.every(({ holds }) => holds),
        // One that was not audited yet has no time, and so has all of it.
        audited_at: times.includes(null) ? null : (times.toSorted().at(0) ?? null),
        invariants: told.flatMap(({ invariants }) => invariants),
      },
    })
  }
