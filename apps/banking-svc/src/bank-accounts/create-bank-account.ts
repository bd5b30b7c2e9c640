import { canonicalRequestOf, type Defaults } from '@pacioli/fields'
import { refuseReuse, writeOnce, type Tx } from '@pacioli/db'
import { Problems } from '@pacioli/errors'
import { insertResolved, requireOpen } from '@pacioli/ledger-facts'
import { RetryDecision, type AskedTag } from '@pacioli/postings'
import type { BankAccountAnswer, CreateBankAccountRequest__Output } from '@pacioli/protos/banking'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import {
  ledgerSubtypeOf,
  requireKind,
  requireName,
  withTags,
  type AccountKind,
  type AccountTag,
  type BankAccount,
} from './bank-account.ts'
import { findBankAccountByExternalId } from './bank-account.store.ts'
import { findOrMakeInstitution } from './institution.store.ts'
import { fetchBalances } from './ledger-balances.ts'
import { identityOf, openLedgerAccount } from './open-ledger-account.ts'
import { toBankAccountMessage, viewBankAccount } from './present-accounts.ts'
import { recordNewAccounts } from './record-accounts.ts'
import { retryOnConflict } from './retry-on-conflict.ts'

/** What absent fields mean. */
const DEFAULTS: Defaults = { notify_when_disconnected: false }

/**
 * Opens a bank account with a ledger account of its own. One whose external_id exists is answered as it is.
 * @throws AccountTypeMismatch, DuplicateAccountNumber, DuplicateTagDimension, TagValueArchived, BusinessNotFound,
 *   BusinessArchived, ServiceUnavailable
 */
export async function createBankAccount(
  banking: Banking,
  request: BusinessWrite,
  input: CreateBankAccountRequest__Output,
): Promise<BankAccountAnswer> {
  const business = await requireBusiness(banking, request)
  const kind = requireKind(input.account_type, input.account_subtype)
  requireName(input.account_name)
  return retryOnConflict(async () => {
    const existing = await answerExisting(banking, request, input)
    if (existing) return existing
    requireOpen(business)
    const tags = await resolveTags(banking, request, input)
    const opened = await openLedgerAccount(banking, request, business, {
      madeFor:
        input.external_id === undefined
          ? identityOf(banking, request)
          : ['bank_account', 'external_id', input.external_id],
      isMadeOnce: input.external_id !== undefined,
      name: input.account_name,
      subtype: ledgerSubtypeOf(kind),
      accountNumber: input.account_number,
    })
    const balances = opened && (await fetchBalances(banking, request, [opened.account.id]))
    return writeOnce(banking.db, request, banking.now(), async (tx) => {
      if (!opened || !balances) throw new RetryDecision()
      insertResolved(tx, { accounts: [opened.account], tags: tags.asked })
      const account = await newBankAccount(tx, banking, input, {
        kind,
        ledgerAccountId: opened.account.id,
        tags: tags.applied,
      })
      if (!(await recordNewAccounts(tx, banking, { bankAccount: account }))) throw new RetryDecision()
      return { data: toBankAccountMessage(await viewBankAccount(tx, account), balances), created: true }
    })
  })
}

async function answerExisting(
  banking: Banking,
  request: BusinessWrite,
  input: CreateBankAccountRequest__Output,
): Promise<BankAccountAnswer | undefined> {
  const { external_id: externalId } = input
  if (externalId === undefined) return undefined
  const find = (tx: Tx) => findBankAccountByExternalId(tx, externalId)
  const known = await banking.db.transact(request, find)
  if (!known) return undefined
  const balances = await fetchBalances(banking, request, [known.ledgerAccountId])
  return writeOnce(banking.db, request, banking.now(), async (tx) => {
    const account = (await find(tx)) ?? known
    const repeat = { id: account.id, externalId, canonicalRequest: canonicalRequestOf(input, DEFAULTS), field: '' }
    await refuseReuse(tx, 'bank_accounts', [repeat])
    return { data: toBankAccountMessage(await viewBankAccount(tx, account), balances), created: false }
  })
}

type Tags = { asked: AskedTag[]; applied: AccountTag[] }

/**
 * The query to the ledger defines tags that are not defined yet.
 * @throws TagValueArchived, DuplicateTagDimension
 */
async function resolveTags(
  banking: Banking,
  request: BusinessWrite,
  { tags }: CreateBankAccountRequest__Output,
): Promise<Tags> {
  if (tags.length === 0) return { asked: [], applied: [] }
  const question = { tags: tags.map((input, index) => ({ input, field: `tags.${index}` })) }
  const books = await banking.postingSession.askBooks(request, question)
  const named = question.tags.map(({ input, field }) => ({ tag: books.tag(input), field }))
  const valueOf = new Map(named.map(({ tag }) => [tag.definitionId, tag.value]))
  const nameOf = (definitionId: string): string => valueOf.get(definitionId) ?? definitionId
  const problems = new Problems()
  const applied = withTags([], named, { newId: banking.newId, nameOf }, problems)
  problems.throwIfAny()
  return { asked: named.map(({ tag }) => tag), applied }
}

async function newBankAccount(
  tx: Tx,
  banking: Banking,
  input: CreateBankAccountRequest__Output,
  facts: { kind: AccountKind; ledgerAccountId: string; tags: readonly AccountTag[] },
): Promise<BankAccount> {
  const now = banking.now()
  return {
    id: banking.newId(),
    businessId: tx.businessId,
    externalId: input.external_id ?? null,
    asked: input.external_id === undefined ? undefined : canonicalRequestOf(input, DEFAULTS),
    ledgerAccountId: facts.ledgerAccountId,
    ...facts.kind,
    name: input.account_name,
    notes: input.notes ?? null,
    notifyWhenDisconnected: input.notify_when_disconnected ?? false,
    institution: input.institution ? await findOrMakeInstitution(tx, input.institution, banking.newId(), now) : null,
    memo: input.memo ?? null,
    metadata: input.metadata ?? null,
    referenceNumber: input.reference_number ?? null,
    archivedAt: null,
    tags: facts.tags,
    version: 1,
    createdAt: now,
    updatedAt: now,
  }
}
