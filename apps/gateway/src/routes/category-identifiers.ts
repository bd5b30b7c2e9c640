/** Categories as the service wants them named. Pure. */
import type { CategoryIdentifier } from '@pacioli/protos/common'
import { EXCLUSION, type CategoryInput } from '../schemas/banking-parts.ts'
import { isUuid, oneCase } from '../validation/formats.ts'

/** A text is the id of an account, its stable name, or `Exclusion`. */
export function categoryOf(given: CategoryInput): CategoryIdentifier {
  if (typeof given !== 'string') return given.id === undefined ? given : { ...given, id: oneCase(given.id) }
  if (given === EXCLUSION) return { type: EXCLUSION }
  return isUuid(given) ? { type: 'AccountId', id: oneCase(given) } : { type: 'StableName', stable_name: given }
}

/** @param given null says the same as nothing */
export const optionalCategory = (given: CategoryInput | null | undefined): CategoryIdentifier | undefined =>
  given === undefined || given === null ? undefined : categoryOf(given)
