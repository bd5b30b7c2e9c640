import { canonicalRequestOf, type CanonicalRequest, type Defaults } from '@pacioli/fields'
import { refuseReuse, writeOnce, type Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { insertResolved, requireOpen } from '@pacioli/ledger-facts'
import { RetryDecision } from '@pacioli/postings'
import type { CreateCustomAccountRequest__Output, ExternalAccountAnswer } from '@pacioli/protos/banking'
import { isUuid, type BusinessWrite } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import type { Business } from '../businesses/business.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import {
  bankAccountNotFound,
  ledgerSubtypeOf,
  requireInUse,
  requireKind,
  requireName,
  type AccountKind,
  type BankAccount,
  type Institution,
} from './bank-account.ts'
import { loadBankAccounts, lockBankAccounts } from './bank-account.store.ts'
import { requireSameType, shownRange, UNCONNECTED, type ExternalAccount } from './external-account.ts'
import { findExternalAccountByExternalId } from './external-account.store.ts'
import { findOrMakeInstitution } from './institution.store.ts'
import { fetchBalances, type Balances } from './ledger-balances.ts'
import { openLedgerAccount, type OpenedLedgerAccount } from './open-ledger-account.ts'
import { toExternalAccountMessage, viewExternalAccount } from './present-accounts.ts'
import { recordNewAccounts } from './record-accounts.ts'
import { retryOnConflict } from './retry-on-conflict.ts'

/** The source of transactions that a platform sends itself, unless it names another. */
const DEFAULT_SOURCE = 'custom'

type Requested = { input: CreateCustomAccountRequest__Output; kind: AccountKind; source: string }

/**
 * An account that a platform feeds itself. Without a bank account it gets a new one, with its ledger account. One whose
 * external_id exists for the source is answered as it is.
 * @throws AccountTypeMismatch, BankAccountNotFound, BankAccountArchived, InvalidPayload, BusinessNotFound,
 *   BusinessArchived, ServiceUnavailable
 */
export async function createCustomAccount(
  banking: Banking,
  request: BusinessWrite,
  input: CreateCustomAccountRequest__Output,
): Promise<ExternalAccountAnswer> {
  const business = await requireBusiness(banking, request)
  const requested = {
    input,
    kind: requireKind(input.account_type, input.account_subtype),
    source: input.source ?? DEFAULT_SOURCE,
  }
  requireName(input.account_name)
  if (input.external_id === '')
    throw refused('InvalidPayload', 'Expected the id that the account has where it comes from.', {
      field: 'external_id',
    })
  shownRangeOf(requested, business.timeZone)
  return retryOnConflict(async () => {
    const existing = await answerExisting(banking, request, requested)
    if (existing) return existing
    requireOpen(business)
    return input.bank_account_id === undefined
      ? createWithBankAccount(banking, request, business, requested)
      : addToBankAccount(banking, request, business, requested, input.bank_account_id)
  })
}

async function answerExisting(
  banking: Banking,
  request: BusinessWrite,
  requested: Requested,
): Promise<ExternalAccountAnswer | undefined> {
  const { input, source } = requested
  const find = (tx: Tx) => findExternalAccountByExternalId(tx, source, input.external_id)
  const known = await banking.db.transact(request, find)
  if (!known) return undefined
  const balances = await fetchBalances(banking, request, [known.ledgerAccountId])
  return writeOnce(banking.db, request, banking.now(), async (tx) => {
    const account = (await find(tx)) ?? known
    const repeat = {
      id: account.id,
      externalId: input.external_id,
      canonicalRequest: canonicalOf(requested),
      field: '',
    }
    await refuseReuse(tx, 'external_accounts', [repeat])
    return answer(tx, account, balances, false)
  })
}

async function createWithBankAccount(
  banking: Banking,
  request: BusinessWrite,
  business: Business,
  requested: Requested,
): Promise<ExternalAccountAnswer> {
  const { input, kind, source } = requested
  const opened = await openLedgerAccount(banking, request, business, {
    madeFor: ['external_account', source, input.external_id],
    isMadeOnce: true,
    name: input.account_name,
    subtype: ledgerSubtypeOf(kind),
  })
  const balances = opened && (await fetchBalances(banking, request, [opened.account.id]))
  return writeOnce(banking.db, request, banking.now(), async (tx) => {
    if (!opened || !balances) throw new RetryDecision()
    insertResolved(tx, { accounts: [opened.account] })
    const institution = await institutionOf(tx, banking, requested)
    const bankAccount = bankAccountFor(banking, request, requested, opened, institution)
    const external = externalAccount(banking, requested, bankAccount, institution, opened.timeZone)
    if (!(await recordNewAccounts(tx, banking, { bankAccount, external }))) throw new RetryDecision()
    return answer(tx, external, balances, true)
  })
}

async function addToBankAccount(
  banking: Banking,
  request: BusinessWrite,
  business: Business,
  requested: Requested,
  bankAccountId: string,
): Promise<ExternalAccountAnswer> {
  const unknown = () => bankAccountNotFound(bankAccountId, 'bank_account_id')
  if (!isUuid(bankAccountId)) throw unknown()
  const [named] = await banking.db.transact(request, (tx) => loadBankAccounts(tx, [bankAccountId]))
  if (!named) throw unknown()
  const balances = await fetchBalances(banking, request, [named.ledgerAccountId])
  return writeOnce(banking.db, request, banking.now(), async (tx) => {
    const [bankAccount] = await lockBankAccounts(tx, [bankAccountId])
    if (!bankAccount) throw unknown()
    requireInUse(bankAccount, 'bank_account_id')
    requireSameType(requested.kind, bankAccount)
    const institution = await institutionOf(tx, banking, requested)
    const external = externalAccount(banking, requested, bankAccount, institution, business.timeZone)
    if (!(await recordNewAccounts(tx, banking, { external }))) throw new RetryDecision()
    return answer(tx, external, balances, true)
  })
}

const answer = async (
  tx: Tx,
  account: ExternalAccount,
  balances: Balances,
  created: boolean,
): Promise<ExternalAccountAnswer> => ({
  data: toExternalAccountMessage(await viewExternalAccount(tx, account), balances),
  created,
})

const institutionOf = async (
  tx: Tx,
  banking: Banking,
  { input: { institution_name: name } }: Requested,
): Promise<Institution | null> =>
  name === undefined ? null : findOrMakeInstitution(tx, { name }, banking.newId(), banking.now())

/** What absent fields mean. */
const DEFAULTS: Defaults = { source: DEFAULT_SOURCE, user_created: false }

const canonicalOf = ({ input }: Requested): CanonicalRequest => canonicalRequestOf(input, DEFAULTS)

const shownRangeOf = ({ input }: Requested, zone: string) =>
  shownRange(input.show_transactions_on_or_after, input.show_transactions_on_or_before, zone)

function bankAccountFor(
  banking: Banking,
  { businessId }: BusinessWrite,
  { input, kind }: Requested,
  opened: OpenedLedgerAccount,
  institution: Institution | null,
): BankAccount {
  const now = banking.now()
  return {
    id: banking.newId(),
    businessId,
    externalId: null,
    ledgerAccountId: opened.account.id,
    ...kind,
    name: input.account_name,
    notes: null,
    notifyWhenDisconnected: false,
    institution,
    memo: null,
    metadata: null,
    referenceNumber: null,
    archivedAt: null,
    tags: [],
    version: 1,
    createdAt: now,
    updatedAt: now,
  }
}

function externalAccount(
  banking: Banking,
  requested: Requested,
  bankAccount: BankAccount,
  institution: Institution | null,
  zone: string,
): ExternalAccount {
  const now = banking.now()
  const { input, kind, source } = requested
  return {
    id: banking.newId(),
    businessId: bankAccount.businessId,
    bankAccountId: bankAccount.id,
    ledgerAccountId: bankAccount.ledgerAccountId,
    externalId: input.external_id,
    asked: canonicalOf(requested),
    source,
    ...kind,
    name: input.account_name,
    mask: input.mask ?? null,
    institution,
    userCreated: input.user_created ?? false,
    ...shownRangeOf(requested, zone),
    ...UNCONNECTED,
    archivedAt: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  }
}
