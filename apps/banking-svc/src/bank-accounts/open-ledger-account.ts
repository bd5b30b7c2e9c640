import { isAnswered as isKeyAnswered } from '@pacioli/db'
import { translateProblems } from '@pacioli/errors'
import { askBusiness } from '@pacioli/ledger-facts'
import { ledgerAccountIdOf, RetryDecision, type AskedAccount } from '@pacioli/postings'
import type { ChartAccount__Output } from '@pacioli/protos/common'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import type { Business } from '../businesses/business.ts'
import { findBankLedgerAccounts } from './bank-account.store.ts'

export type RequestedLedgerAccount = {
  /** Identifies the request: its repeats have the same. */
  madeFor: readonly string[]
  /** Whether that is an external_id: whoever has used it made the bank account. */
  isMadeOnce?: boolean
  name: string
  subtype: string
  accountNumber?: string | undefined
}

/** The account, and the time zone of the business, which no longer changes. */
export type OpenedLedgerAccount = { account: AskedAccount; timeZone: string }

/** Ids that are tried at once. */
const IDS_AT_ONCE = 10

/**
 * Creates the ledger account before its bank account: a bank account never lacks one. The id follows from the request,
 * so a repeated or concurrent request finds the existing account; only a request without external_id and
 * Idempotency-Key that crashes halfway leaves an empty one behind.
 * Undefined, and nothing created, where the request's Idempotency-Key has its answer already.
 * @throws DuplicateAccountNumber, BusinessArchived, ServiceUnavailable
 */
export async function openLedgerAccount(
  banking: Banking,
  request: BusinessWrite,
  business: Business,
  requested: RequestedLedgerAccount,
): Promise<OpenedLedgerAccount | undefined> {
  const accountId = await findUnusedId(banking, request, requested)
  if (await isAnswered(banking, request)) return undefined
  const { account, timeZone, currency } = await ensureAccount(banking, request, accountId, requested)
  // They had changed, and the event has not arrived yet: from here on they cannot.
  if (timeZone !== business.timeZone || currency !== business.currency) await askBusiness(banking, request)
  return { account, timeZone }
}

async function ensureAccount(
  banking: Banking,
  request: BusinessWrite,
  accountId: string,
  requested: RequestedLedgerAccount,
): Promise<OpenedLedgerAccount & { currency: string }> {
  try {
    const { message } = await banking.ledger.postings.EnsureAccounts(
      {
        accounts: [
          {
            account_id: accountId,
            name: requested.name,
            account_subtype: requested.subtype,
            ...(requested.accountNumber === undefined ? {} : { account_number: requested.accountNumber }),
          },
        ],
      },
      { context: { ...request, idempotency: undefined } },
    )
    const [account] = message.accounts
    if (!account) throw new Error('the ledger answered no account')
    return { account: toAskedAccount(account), timeZone: message.time_zone, currency: message.currency }
  } catch (error) {
    throw asOwnFields(error)
  }
}

/**
 * An Idempotency-Key is deleted after a day, and may then be used for another account: the id it led to is used by then.
 * Looked up before the key is: if the account is committed, so is the answer of its key.
 * @throws RetryDecision where a concurrent request has made the bank account of an external_id since it was looked for
 */
async function findUnusedId(
  banking: Banking,
  request: BusinessWrite,
  requested: RequestedLedgerAccount,
): Promise<string> {
  for (let first = 0; ; first += IDS_AT_ONCE) {
    const ids = Array.from({ length: IDS_AT_ONCE }, (_, index) =>
      ledgerAccountIdOf(request.businessId, [...requested.madeFor, requested.subtype, String(first + index)]),
    )
    const used = await banking.db.transact(request, (tx) => findBankLedgerAccounts(tx, ids))
    if (requested.isMadeOnce && used.size > 0) throw new RetryDecision()
    const unused = ids.find((id) => !used.has(id))
    if (unused !== undefined) return unused
  }
}

/** Whether the request's Idempotency-Key has its answer; a concurrent request with that key does the same as this. */
export const isAnswered = (banking: Banking, request: BusinessWrite): Promise<boolean> =>
  isKeyAnswered(banking.db, request, banking.now())

/** What two attempts of a request without external_id have in common. */
export const identityOf = (banking: Banking, { idempotency, clientId }: BusinessWrite): string[] =>
  idempotency ? ['idempotency_key', clientId, idempotency.operation, idempotency.key] : ['request', banking.newId()]

const toAskedAccount = (account: ChartAccount__Output): AskedAccount => ({
  id: account.id?.id ?? '',
  name: account.name,
  accountNumber: account.account_number ?? null,
  stableName: account.stable_name?.stable_name ?? null,
  normality: account.normality === 'DEBIT' ? 'DEBIT' : 'CREDIT',
  type: account.account_type?.value ?? '',
  subtype: account.account_subtype?.value ?? '',
  isArchived: false,
})

/** The ledger names its own field; the caller's is `account_number`. */
const asOwnFields = (error: unknown): unknown =>
  translateProblems(error, (problem) => {
    const { field } = problem.meta
    return typeof field === 'string'
      ? { ...problem, meta: { ...problem.meta, field: field.replace(/^accounts\.\d+\./, '') } }
      : problem
  })
