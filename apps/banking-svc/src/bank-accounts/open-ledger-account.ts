import { isAnswered as isKeyAnswered } from '@pacioli/db'
import { translateProblems } from '@pacioli/errors'
import { askBusiness } from '@pacioli/ledger-facts'
import { ledgerAccountIdOf, type AskedAccount } from '@pacioli/postings'
import type { ChartAccount__Output } from '@pacioli/protos/common'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import type { Business } from '../businesses/business.ts'
import { findUsedLedgerAccounts } from './bank-account.store.ts'

/** An account that the chart is to have for a bank account. `madeFor` is what a repeated request has in common. */
export type WantedLedgerAccount = {
  madeFor: readonly string[]
  name: string
  subtype: string
  accountNumber?: string | undefined
}

/** The account, and the time zone of the business, which stays from now on. */
export type OpenedLedgerAccount = { account: AskedAccount; timeZone: string }

/** How many ids are looked through at once for one that no bank account has. */
const IDS_AT_ONCE = 10

/**
 * Makes the account of the chart before the bank account that it is for: a bank account never lacks one. The id follows
 * from the request, so a repeated request, or one that comes at the same moment, finds the account that is there; only a
 * request without external_id and Idempotency-Key that crashes in between leaves one behind, empty.
 * Undefined where the request's Idempotency-Key has its answer already: nothing is made then.
 * @throws DuplicateAccountNumber, BusinessArchived, ServiceUnavailable
 */
export async function openLedgerAccount(
  banking: Banking,
  request: BusinessWrite,
  business: Business,
  wanted: WantedLedgerAccount,
): Promise<OpenedLedgerAccount | undefined> {
  const accountId = await findUnusedId(banking, request, wanted)
  if (await isAnswered(banking, request)) return undefined
  const { account, timeZone, currency } = await ensureAccount(banking, request, accountId, wanted)
  // They had changed, and no event has told of it yet: from here on they can't.
  if (timeZone !== business.timeZone || currency !== business.currency) await askBusiness(banking, request)
  return { account, timeZone }
}

async function ensureAccount(
  banking: Banking,
  request: BusinessWrite,
  accountId: string,
  wanted: WantedLedgerAccount,
): Promise<OpenedLedgerAccount & { currency: string }> {
  try {
    const { message } = await banking.ledger.postings.EnsureAccounts(
      {
        accounts: [
          {
            account_id: accountId,
            name: wanted.name,
            account_subtype: wanted.subtype,
            ...(wanted.accountNumber === undefined ? {} : { account_number: wanted.accountNumber }),
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
 * An Idempotency-Key is forgotten after a day, and may then come back for another account: the id that it made is taken.
 * Looked up before the key is: if the account is committed, so is the answer of its key.
 */
async function findUnusedId(banking: Banking, request: BusinessWrite, wanted: WantedLedgerAccount): Promise<string> {
  for (let first = 0; ; first += IDS_AT_ONCE) {
    const ids = Array.from({ length: IDS_AT_ONCE }, (_, index) =>
      ledgerAccountIdOf(request.businessId, [...wanted.madeFor, wanted.subtype, String(first + index)]),
    )
    const used = await banking.db.transact(request, (tx) => findUsedLedgerAccounts(tx, request.businessId, ids))
    const unused = ids.find((id) => !used.has(id))
    if (unused !== undefined) return unused
  }
}

/** Whether the request's Idempotency-Key has its answer already; one that is just running does the same as this one. */
export const isAnswered = (banking: Banking, request: BusinessWrite): Promise<boolean> =>
  isKeyAnswered(banking.db, request, banking.now())

/** What makes two tries of a request without external_id the same one. */
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

/** The ledger names its own field; the caller knows `account_number`. */
const asOwnFields = (error: unknown): unknown =>
  translateProblems(error, (problem) => {
    const { field } = problem.meta
    return typeof field === 'string'
      ? { ...problem, meta: { ...problem.meta, field: field.replace(/^accounts\.\d+\./, '') } }
      : problem
  })
