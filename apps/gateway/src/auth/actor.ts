/** Who asks for a write: whom the token was issued to, and for which user of the platform. */
import { refused } from '@pacioli/errors'
import type { IncomingHttpHeaders } from 'node:http'
import { isHeaderText } from '../validation/formats.ts'
import type { Caller } from './caller.ts'

export const MAX_USER_LENGTH = 255

const HEADER = 'Pacioli-Actor'

/**
 * As JSON text, which services pass on as it is. ASSERTED is what the caller says beside its token, AUTHENTICATED what the
 * token itself says.
 * @throws InvalidQuery for a name that cannot be kept, or that a token for one business must not give
 */
export function actorOf(headers: IncomingHttpHeaders, caller: Caller): string {
  const given = headers['pacioli-actor']
  if (given === undefined) return actorText(caller, caller.user, 'AUTHENTICATED')
  if (caller.businessId !== undefined)
    throw refused(
      'InvalidQuery',
      `A token for one business says itself whom it is for (\`user\` when it is issued): leave out the header \`${HEADER}\`.`,
      { field: HEADER },
    )
  if (typeof given !== 'string' || !isHeaderText(given))
    throw refused(
      'InvalidQuery',
      `The header \`${HEADER}\` takes 1 to ${MAX_USER_LENGTH} printable ASCII characters.`,
      {
        field: HEADER,
      },
    )
  return actorText(caller, given, 'ASSERTED')
}

const actorText = ({ subject }: Caller, user: string | undefined, assurance: 'ASSERTED' | 'AUTHENTICATED'): string =>
  JSON.stringify({ subject, ...(user === undefined ? {} : { user }), assurance })
