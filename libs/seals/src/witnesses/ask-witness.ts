/** Asks a witness to cosign the newest seal of a log, from where the witness is. */
import type { Database } from '@pacioli/db'
import { BLOCK, consistencyProof } from '../merkle.ts'
import { readHashes } from '../seal.store.ts'
import { addCheckpoint, type Failure, type Patience } from './add-checkpoint.ts'
import { findNewest, type Uncosigned } from './cosignature.store.ts'
import type { Cosignature, Witness } from './cosignature.ts'

/** Others that have the same log cosigned at once may move the size that the witness has, again and again. */
const MOST_TRIES = 4

type Asking = Patience & { db: Database; witness: Witness; businessId: string }

/** @returns undefined if others had a newer seal cosigned meanwhile */
export async function askWitness(
  asking: Asking,
  { size, note, cosigned }: Uncosigned,
): Promise<Cosignature | Failure | undefined> {
  let old = cosigned
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    const proof = await proofOf(asking, old, size)
    const answer = await addCheckpoint(asking.witness, { old, proof, note }, asking)
    if (!('has' in answer)) return answer
    if (answer.has === old)
      return { reason: 'inconsistent', problem: `has another history of ${old} leaves than this one` }
    if (answer.has > size) return ahead(asking, answer.has)
    old = answer.has
  }
  return undefined
}

/** The witness has more than the seal that was read. Either that is not the newest any more, or history was lost or replaced. */
async function ahead({ db, witness, businessId }: Asking, has: number): Promise<Failure | undefined> {
  const newest = await db.read({ businessId }, (tx) => findNewest(tx, businessId, witness.verifierKey))
  return newest && newest.size >= has
    ? undefined
    : { reason: 'inconsistent', problem: `has cosigned ${has} leaves, and here are ${newest?.size ?? 0}` }
}

const proofOf = async ({ db, businessId }: Asking, old: number, size: number): Promise<Buffer[]> =>
  old === 0 || old === size
    ? []
    : db.snapshot({ businessId }, async (tx) => {
        const known = await readHashes(tx, businessId, size, old - 1, Math.floor(old / BLOCK) * BLOCK)
        return consistencyProof(known, old, size)
      })
