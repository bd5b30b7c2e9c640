/** The standing proof: each service tells what it has audited. */
import type { Proof__Output } from '@pacioli/protos/history'
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
        holds: holdsOf(told),
        // One that was not audited yet has no time, and so has all of it.
        audited_at: times.includes(null) ? null : (times.toSorted().at(0) ?? null),
        invariants: told.flatMap(({ invariants }) => invariants),
      },
    })
  }

/** Null where nothing is known to be violated, and not all is known. */
function holdsOf(told: readonly Pick<Proof__Output, 'holds'>[]): boolean | null {
  if (told.some(({ holds }) => holds === false)) return false
  return told.every(({ holds }) => holds === true) ? true : null
}
