import { writeOnce, type Tx } from '@pacioli/db'
import { catalogue, DomainError, outcomeUnknown, refused } from '@pacioli/errors'
import { requireOpen } from '@pacioli/ledger-facts'
import { RetryDecision } from '@pacioli/postings'
import type { BankAccountAnswer, UpdateBankAccountRequest__Output } from '@pacioli/protos/banking'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import {
  bankAccountNotFound,
  describe,
  requireName,
  type BankAccount,
  type BankAccountDetails,
  type Institution,
} from './bank-account.ts'
import { lockBankAccounts } from './bank-account.store.ts'
import { findOrMakeInstitution } from './institution.store.ts'
import { fetchBalances } from './ledger-balances.ts'
import { requireBankAccount } from './list-bank-accounts.ts'
import { isAnswered } from './open-ledger-account.ts'
import { toBankAccountMessage, viewBankAccount } from './present-accounts.ts'
import { recordBankAccounts } from './record-accounts.ts'
import { retryOnConflict } from './retry-on-conflict.ts'

const CLEARABLE = ['institution', 'notes', 'memo', 'metadata', 'reference_number']

/**
 * Changes the details of a bank account, archived or not. A new name goes to its ledger account, too, and first: to a
 * user they are one thing, and financial statements show the chart.
 * @throws BankAccountNotFound, InvalidPayload, BusinessNotFound, BusinessArchived, ServiceUnavailable
 */
export async function updateBankAccount(
  banking: Banking,
  request: BusinessWrite,
  input: UpdateBankAccountRequest__Output,
): Promise<BankAccountAnswer> {
  requireOpen(await requireBusiness(banking, request))
  refuseUnclearable(input.cleared)
  if (input.account_name !== undefined) requireName(input.account_name)
  const { bank_account_id: id } = input
  return retryOnConflict(async () => {
    const seen = await banking.db.transact(request, (tx) => requireBankAccount(tx, id))
    const balances = await fetchBalances(banking, request, [seen.ledgerAccountId])
    const answered = await isAnswered(banking, request)
    const isRenamed = !answered && (await renameInChart(banking, request, seen, input.account_name))
    return writeOnce(banking.db, request, banking.now(), async (tx) => {
      if (answered) throw new RetryDecision()
      const [before] = await lockBankAccounts(tx, [id])
      if (!before) throw bankAccountNotFound(id)
      const after = describe(before, await changeOf(tx, banking, input), banking.now())
      await recordBankAccounts(tx, banking, [before], [after])
      return { data: toBankAccountMessage(await viewBankAccount(tx, after), balances), created: false }
    }).catch((error: unknown) => {
      // Nothing was written here, but the chart has the new name: the change is half done until the request is repeated.
      throw isRenamed && isUnavailable(error) ? outcomeUnknown(error) : error
    })
  })
}

const isUnavailable = (error: unknown): boolean =>
  error instanceof DomainError && catalogue[error.errorEnum].http >= 503

/** @returns whether the name changed */
async function renameInChart(
  banking: Banking,
  request: BusinessWrite,
  account: BankAccount,
  name: string | undefined,
): Promise<boolean> {
  if (name === undefined || name === account.name) return false
  await banking.ledger.accounts.UpdateAccount(
    { account_id: account.ledgerAccountId, name },
    { context: { ...request, idempotency: undefined } },
  )
  return true
}

async function changeOf(
  tx: Tx,
  banking: Banking,
  input: UpdateBankAccountRequest__Output,
): Promise<Partial<BankAccountDetails>> {
  const cleared = new Set(input.cleared)
  const text = (field: 'notes' | 'memo' | 'metadata' | 'reference_number') => (cleared.has(field) ? null : input[field])
  return given({
    name: input.account_name,
    notes: text('notes'),
    memo: text('memo'),
    metadata: text('metadata'),
    referenceNumber: text('reference_number'),
    notifyWhenDisconnected: input.notify_when_disconnected,
    institution: cleared.has('institution') ? null : await institutionOf(tx, banking, input),
  })
}

/** Without undefined, which would overwrite. */
const given = <Change extends object>(
  change: Change,
): { [Field in keyof Change]?: Exclude<Change[Field], undefined> } =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as never

async function institutionOf(
  tx: Tx,
  banking: Banking,
  { institution }: UpdateBankAccountRequest__Output,
): Promise<Institution | undefined> {
  return institution ? findOrMakeInstitution(tx, institution, banking.newId(), banking.now()) : undefined
}

function refuseUnclearable(cleared: readonly string[]): void {
  const field = cleared.find((one) => !CLEARABLE.includes(one))
  if (field !== undefined)
    throw refused('InvalidPayload', `A bank account always has this; only ${CLEARABLE.join(', ')} can be taken away.`, {
      field,
      value: null,
    })
}
