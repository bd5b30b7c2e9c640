/** What a seal claims of a log, and whether it may. Pure. */
import type { Finding } from './finding.ts'
import type { State } from './leaf.ts'
import {
  MalformedNote,
  parseCheckpoint,
  parseNote,
  signatureProblem,
  type Checkpoint,
  type Key,
  type Note,
} from './note.ts'
import type { LogName } from './source.ts'

/** A checkpoint that is to be the root of the leaves. */
export type Claim = Checkpoint & { name: string; note: Note; isKept: boolean }

/** Where something stands, in a bundle. */
export const placeOf = ({ file, line }: State): Pick<Finding, 'file' | 'line'> =>
  typeof file === 'string' && typeof line === 'number' ? { file, line } : {}

export const endsWith = (origin: string, businessId: string, log: LogName): boolean =>
  origin.endsWith(`/businesses/${businessId}/${log.toLowerCase()}`)

/** What a signed note claims, if it can be read. One whose signature is wrong is compared all the same. */
export function claimOf(
  name: string,
  note: unknown,
  keys: readonly Key[],
  isKept: boolean,
): { claim?: Claim; findings: Finding[] } {
  try {
    const parsed = parseNote(note)
    const claim = { ...parseCheckpoint(parsed.text), name, note: parsed, isKept }
    const problem = signatureProblem(parsed, claim.origin, keys)
    return { claim, findings: problem ? [{ problem: `${name}: ${problem}` }] : [] }
  } catch (error) {
    if (!(error instanceof MalformedNote)) throw error
    return { findings: [{ problem: `${name}: ${error.message}` }] }
  }
}

/** Where a seal is told otherwise than it is signed, or is not of this log. */
export function* unlikeItsNote(told: State, claim: Claim, businessId: string, log: LogName): Generator<Finding> {
  const root = claim.root.toString('base64')
  if (told.size !== claim.size || told.root !== root || told.origin !== claim.origin)
    yield {
      log,
      problem: `${claim.name} is signed for ${claim.origin}, ${claim.size} leaves and ${root}, and told otherwise`,
    }
  if (!endsWith(claim.origin, businessId, log))
    yield { log, problem: `${claim.name} is of ${claim.origin}, which is not this log` }
}
