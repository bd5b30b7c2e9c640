import type { Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { requireOpen } from '@pacioli/ledger-facts'
import type { ExternalAccountAnswer, UpdateConnectionRequest__Output } from '@pacioli/protos/banking'
import { isUuid, type BusinessWrite } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import { changeExternalAccount } from './change-external-account.ts'
import {
  momentOf,
  report,
  requireBalance,
  withNewerBalance,
  type Connection,
  type ExternalAccount,
} from './external-account.ts'
import { recordExternalAccounts } from './record-accounts.ts'

const CLEARABLE = [
  'connection_needs_repair_as_of',
  'requires_user_confirmation_as_of',
  'connection_id',
  'connection_external_id',
  'latest_balance',
]

/**
 * Applies what a feed reports of its connection. A balance that is older than the stored one changes nothing.
 * @throws ExternalAccountNotFound, BankAccountArchived, InvalidPayload, AmountOutOfRange, BusinessNotFound,
 *   BusinessArchived, ServiceUnavailable
 */
export async function updateConnection(
  banking: Banking,
  request: BusinessWrite,
  input: UpdateConnectionRequest__Output,
): Promise<ExternalAccountAnswer> {
  const business = await requireBusiness(banking, request)
  requireOpen(business)
  const news = newsOf(input, business.timeZone, banking.now())
  return changeExternalAccount(banking, request, input.external_account_id, (account, now) =>
    report(account, news, now),
  )
}

/**
 * A balance from another source, such as a statement. The caller must hold the external account's lock. A balance older
 * than the stored one changes nothing, nor does one of an archived account.
 */
export async function recordLatestBalance(
  tx: Tx,
  banking: Pick<Banking, 'now' | 'newId' | 'notify'>,
  account: ExternalAccount,
  { balance, at }: { balance: number; at: Date },
): Promise<ExternalAccount> {
  const now = banking.now()
  const after = withNewerBalance(account, { balance: requireBalance(balance, 'balance'), at, createdAt: now }, now)
  await recordExternalAccounts(tx, banking, [account], [after])
  return after
}

function newsOf(input: UpdateConnectionRequest__Output, zone: string, now: Date): Partial<Connection> {
  const unclearable = input.cleared.find((field) => !CLEARABLE.includes(field))
  if (unclearable !== undefined)
    throw refused(
      'InvalidPayload',
      `An external account always has this; only ${CLEARABLE.join(', ')} can be taken away.`,
      {
        field: unclearable,
        value: null,
      },
    )
  if (input.connection_id !== undefined && !isUuid(input.connection_id))
    throw refused('InvalidPayload', 'Expected a UUID.', { field: 'connection_id', value: input.connection_id })
  const cleared = new Set(input.cleared)
  const moment = (field: 'connection_needs_repair_as_of' | 'requires_user_confirmation_as_of') =>
    changedValue(cleared.has(field), input[field], (text) => momentOf(text, field, zone))
  const itself = (text: string): string => text
  return {
    ...named('connectionNeedsRepairAsOf', moment('connection_needs_repair_as_of')),
    ...named('requiresUserConfirmationAsOf', moment('requires_user_confirmation_as_of')),
    ...named('connectionId', changedValue(cleared.has('connection_id'), input.connection_id?.toLowerCase(), itself)),
    ...named(
      'connectionExternalId',
      changedValue(cleared.has('connection_external_id'), input.connection_external_id, itself),
    ),
    ...named('reconnectWithNewCredentials', input.reconnect_with_new_credentials),
    ...named('isSyncing', input.is_syncing),
    ...named(
      'latestBalance',
      changedValue(cleared.has('latest_balance'), input.latest_balance ?? undefined, ({ balance, at }) => ({
        balance: requireBalance(balance, 'latest_balance.balance'),
        at: momentOf(at, 'latest_balance.at', zone),
        createdAt: now,
      })),
    ),
  }
}

/** null where it was cleared, undefined where it is absent. */
const changedValue = <Given, Value>(
  cleared: boolean,
  given: Given | undefined,
  read: (given: Given) => Value,
): Value | null | undefined => (cleared ? null : given === undefined ? undefined : read(given))

/** Without undefined, which would overwrite. */
const named = <Name extends keyof Connection>(
  name: Name,
  value: Connection[Name] | undefined,
): Partial<Pick<Connection, Name>> =>
  value === undefined ? {} : ({ [name]: value } as Partial<Pick<Connection, Name>>)
