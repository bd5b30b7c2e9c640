/** What a caller can do about an error: advice for its type, or for it alone. */
import { catalogue, type ErrorEnum } from '@pacioli/errors'

type ErrorType = (typeof catalogue)[ErrorEnum]['type']

const REPEAT_SAFELY = 'with the same `Idempotency-Key` or `external_id`, which writes it once'

const ofType: Record<ErrorType, string> = {
  InvalidParameters:
    'Mend the request: `description` says what was expected and what came, `meta.field` where, and `errors` has every ' +
    'problem that was found. Sent again as it is, it is refused again.',
  Unauthenticated: 'Get a token from `POST /oauth2/token`, and send the request again with `Authorization: Bearer …`.',
  PermissionDenied:
    'Ask for a token whose `scope` has what the header `WWW-Authenticate` names; or let another client do it.',
  NotFound:
    'Check the id, and that it belongs to the business in the path: what is of another one is answered as if it did not ' +
    'exist. The list of the resource has the ids that there are.',
  MethodNotAllowed: 'Use one of the methods in the header `Allow`.',
  Conflict:
    'Read what stands there now, and decide by it. If the request is to be another one, give it an `external_id`, a name, ' +
    'or an `Idempotency-Key` of its own.',
  PayloadTooLarge: 'Send less at once: fewer items in a request, or a file in parts.',
  ExpectationFailed: 'Leave out the header `Expect`.',
  UnsupportedMediaType: 'Send the body in UTF-8, not compressed, with the header `Content-Type: application/json`.',
  RuleViolation:
    'The request is well formed, but the books do not allow it as they stand. Do first what the description says, or ' +
    'change the request; sent again as it is, it is refused as long as they stand so.',
  RateLimited:
    'Wait for the seconds of the header `Retry-After`, then send the request again, and the next ones slower.',
  InternalError: `Send a read again, and a write ${REPEAT_SAFELY}. If it stays so, report \`meta.request_id\`.`,
  Unavailable:
    'Nothing was written. Wait for the seconds of the header `Retry-After`, then send the request again, a write ' +
    `${REPEAT_SAFELY}.`,
  Timeout: 'Send it again; ask for less at once if it stays so.',
}

const own: Partial<Record<ErrorEnum, string>> = {
  InvalidCursor:
    'Ask for the first page again, without `cursor`. A cursor goes with the filters and the sort it came with.',
  InvalidState: 'Start the authorization again: it works once, and for ten minutes.',
  InvalidClient:
    'Check the id and the secret of the client. Secrets are case-sensitive, and form-encoded in HTTP Basic.',
  InvalidLink: 'Use the link exactly as it was given, or ask for the file again.',
  ExpiredLink: 'Ask for the file again: a link is good for 15 minutes.',
  RouteNotFound: 'Check the path against the reference. Those of the API begin with `/v1`.',
  FileNotFound: 'Ask for the file again: files are kept for a while only.',
  IdempotencyKeyReused:
    'Use a new key for a new request; repeat the old one exactly, with all of its body, to get its answer.',
  AnswerNotKept: 'Read whether what it was to write stands. It was done, and is not done again.',
  IdempotencyInProgress:
    'Wait a moment, then send the same request with the same key: it gets the answer of the first.',
  EventsPurged: 'Read what stands now from the lists of the API, then the events after `oldest_position`.',
  VersionConflict: 'Read the resource again, and send the request again.',
  OutcomeUnknown: `Send the same request again ${REPEAT_SAFELY}. Without either, first look whether it is there.`,
}

export const whatToDo = (name: ErrorEnum): string => own[name] ?? ofType[catalogue[name].type]
