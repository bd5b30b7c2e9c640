/** Asks a witness to cosign a checkpoint: `add-checkpoint` of c2sp.org/tlog-witness. */
import { readBounded } from '@pacioli/service'
import { cosignatureIn, type Cosignature, type Witness } from './cosignature.ts'

export type Request = {
  /** The size that the witness has cosigned last, as far as is known. */
  old: number
  /** That the checkpoint continues it. */
  proof: readonly Buffer[]
  /** The checkpoint, signed. */
  note: string
}

/**
 * Why a witness did not cosign: it is away, it refuses this log, it has seen another history of it, what it answers is no cosignature
 * of its own, or we have no proof for it.
 */
export const REASONS = ['away', 'refused', 'inconsistent', 'wrong_cosignature', 'no_proof'] as const
export type Reason = (typeof REASONS)[number]

export type Failure = { reason: Reason; problem: string }

/** `has`: the size that it has cosigned last. */
type Answer = Cosignature | { has: number } | Failure

export type Patience = { withinMs: number; stopping: AbortSignal; now: () => Date }

/** The lines of a witness with several keys are far from it. */
const MOST_BYTES = 16_384
/** Where the witness only says what is not there or not allowed: this is of the log, and another one may be known to it. */
const OF_THE_LOG = new Set([400, 403, 404, 409])

const bodyOf = ({ old, proof, note }: Request): string =>
  `old ${old}\n${proof.map((hash) => `${hash.toString('base64')}\n`).join('')}\n${note}`

/** Within the time, whatever the witness does. It is asked where it was set, and redirects are not followed. */
export async function addCheckpoint(
  witness: Witness,
  request: Request,
  { withinMs, stopping, now }: Patience,
): Promise<Answer> {
  const timeout = AbortSignal.timeout(withinMs)
  try {
    const response = await fetch(`${witness.prefix}add-checkpoint`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: bodyOf(request),
      redirect: 'manual',
      signal: AbortSignal.any([timeout, stopping]),
    })
    const body = await readBounded(response, MOST_BYTES)
    if (body === undefined) return { reason: 'away', problem: `answers with more than ${MOST_BYTES} bytes` }
    return judged(response.status, body, (text) => cosignatureIn(text, request.note, witness, now()))
  } catch (error) {
    const problem = timeout.aborted ? `does not answer within ${withinMs} ms` : `cannot be reached: ${causeOf(error)}`
    return { reason: 'away', problem }
  }
}

function judged(status: number, body: string, read: (body: string) => Cosignature | undefined): Answer {
  if (status === 200)
    return read(body) ?? { reason: 'wrong_cosignature', problem: 'answers without a cosignature that its key made' }
  // A size, unless the witness has another root at the very size that it was told.
  if (status === 409 && /^\d{1,15}\n?$/.test(body)) return { has: Number(body) }
  const problem = `answers with status ${status}: ${JSON.stringify(body.slice(0, 200))}`
  if (status === 422) return { reason: 'inconsistent', problem }
  return { reason: OF_THE_LOG.has(status) ? 'refused' : 'away', problem }
}

const causeOf = (error: unknown): string => {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error ? cause.message : String(cause)
}
