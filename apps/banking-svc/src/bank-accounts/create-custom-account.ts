import { canonicalRequestOf, type CanonicalRequest, type Defaults } from '@pacioli/fields'
import { refuseReuse, writeOnce, type Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { adopt, requireOpen } from '@pacioli/ledger-facts'
import { AskAgain } from '@pacioli/postings'
import type { CreateCustomAccountRequest__Output, ExternalAccountAnswer } from '@pacioli/protos/banking'
import { isUuid, type BusinessWrite } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import type { Business } from '../businesses/business.ts'
import { meetBusiness } from '../businesses/meet-business.ts'
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
import { askBalances, type Balances } from './ledger-balances.ts'
import { openLedgerAccount, type OpenedLedgerAccount } from './open-ledger-account.ts'
import { toExternalAccountMessage, viewExternalAccount } from './present-accounts.ts'
import { recordNewAccounts } from './record-accounts.ts'
import { untilSettled } from './until-settled.ts'

/** Where transactions come from that a platform brings itself, unless it says so otherwise. */
const DEFAULT_SOURCE = 'custom'

/** What a custom account is made of. */
type Wanted = { input: CreateCustomAccountRequest__Output; kind: AccountKind; source: string }

/**
 * An account that a platform feeds itself. Without a bank account it gets one of its own, with its account of the chart.
 * One whose external_id exists for the source is answered as it is.
 * @throws AccountTypeMismatch, BankAccountNotFound, BankAccountArchived, InvalidPayload, BusinessNotFound,
 *   BusinessArchived, ServiceUnavailable
 */
export async function createCustomAccount(
  banking: Banking,
  request: BusinessWrite,
  input: CreateCustomAccountRequest__Output,
): Promise<ExternalAccountAnswer> {
  const business = await meetBusiness(banking, request)
  const wanted = {
    input,
    kind: requireKind(input.account_type, input.account_subtype),
    source: input.source ?? DEFAULT_SOURCE,
  }
  requireName(input.account_name)
  if (input.external_id === '')
    throw refused('InvalidPayload', 'Expected the id that the account has where it comes from.', {
      field: 'external_id',
    })
  shownRangeOf(wanted, business.timeZone)
  return untilSettled(async () => {
    const existing = await answerExisting(banking, request, wanted)
    if (existing) return existing
    requireOpen(business)
    return input.bank_account_id === undefined
      ? createWithBankAccount(banking, request, business, wanted)
      : addToBankAccount(banking, request, business, wanted, input.bank_account_id)
  })
}

async function answerExisting(
  banking: Banking,
  request: BusinessWrite,
  wanted: Wanted,
): Promise<ExternalAccountAnswer | undefined> {
  const { input, source } = wanted
  const find = (tx: Tx) => findExternalAccountByExternalId(tx, request.businessId, source, input.external_id)
  const known = await banking.db.transact(request, find)
  if (!known) return undefined
  const balances = await askBalances(banking, request, [known.ledgerAccountId])
  return writeOnce(banking.db, request, banking.now(), async (tx) => {
    const account = (await find(tx)) ?? known
    const repeat = { id: account.id, externalId: input.external_id, canonicalRequest: askedFor(wanted), field: '' }
    await refuseReuse(tx, 'external_accounts', request.businessId, [repeat])
    return answer(tx, account, balances, false)
  })
}

async function createWithBankAccount(
  banking: Banking,
  request: BusinessWrite,
  business: Business,
  wanted: Wanted,
): Promise<ExternalAccountAnswer> {
  const { input, kind, source } = wanted
  const opened = await openLedgerAccount(banking, request, business, {
    madeFor: ['external_account', source, input.external_id],
    name: input.account_name,
    subtype: ledgerSubtypeOf(kind),
  })
  const balances = opened && (await askBalances(banking, request, [opened.account.id]))
  return writeOnce(banking.db, request, banking.now(), async (tx) => {
    if (!opened || !balances) throw new AskAgain()
    await adopt(tx, request.businessId, { accounts: [opened.account] })
    const institution = await institutionOf(tx, banking, request, wanted)
    const bankAccount = bankAccountFor(banking, request, wanted, opened, institution)
    const external = externalAccount(banking, wanted, bankAccount, institution, opened.timeZone)
    if (!(await recordNewAccounts(tx, banking, { bankAccount, external }))) throw new AskAgain()
    return answer(tx, external, balances, true)
  })
}

async function addToBankAccount(
  banking: Banking,
  request: BusinessWrite,
  business: Business,
  wanted: Wanted,
  bankAccountId: string,
): Promise<ExternalAccountAnswer> {
  const { businessId } = request
  const unknown = () => bankAccountNotFound(bankAccountId, 'bank_account_id')
  if (!isUuid(bankAccountId)) throw unknown()
  const [named] = await banking.db.transact(request, (tx) => loadBankAccounts(tx, businessId, [bankAccountId]))
  if (!named) throw unknown()
  const balances = await askBalances(banking, request, [named.ledgerAccountId])
  return writeOnce(banking.db, request, banking.now(), async (tx) => {
    const [bankAccount] = await lockBankAccounts(tx, businessId, [bankAccountId])
    if (!bankAccount) throw unknown()
    requireInUse(bankAccount, 'bank_account_id')
    requireSameType(wanted.kind, bankAccount)
    const institution = await institutionOf(tx, banking, request, wanted)
    const external = externalAccount(banking, wanted, bankAccount, institution, business.timeZone)
    if (!(await recordNewAccounts(tx, banking, { external }))) throw new AskAgain()
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
  { businessId }: BusinessWrite,
  { input: { institution_name: name } }: Wanted,
): Promise<Institution | null> =>
  name === undefined ? null : findOrMakeInstitution(tx, businessId, { name }, banking.newId(), banking.now())

/** What is not there means this. */
const DEFAULTS: Defaults = { source: DEFAULT_SOURCE, user_created: false }

const askedFor = ({ input }: Wanted): CanonicalRequest => canonicalRequestOf(input, DEFAULTS)

const shownRangeOf = ({ input }: Wanted, zone: string) =>
  shownRange(input.show_transactions_on_or_after, input.show_transactions_on_or_before, zone)

function bankAccountFor(
  banking: Banking,
  { businessId }: BusinessWrite,
  { input, kind }: Wanted,
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
  wanted: Wanted,
  bankAccount: BankAccount,
  institution: Institution | null,
  zone: string,
): ExternalAccount {
  const now = banking.now()
  const { input, kind, source } = wanted
  return {
    id: banking.newId(),
    businessId: bankAccount.businessId,
    bankAccountId: bankAccount.id,
    ledgerAccountId: bankAccount.ledgerAccountId,
    externalId: input.external_id,
    asked: askedFor(wanted),
    source,
    ...kind,
    name: input.account_name,
    mask: input.mask ?? null,
    institution,
    userCreated: input.user_created ?? false,
    ...shownRangeOf(wanted, zone),
    ...UNCONNECTED,
    archivedAt: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  }
}
