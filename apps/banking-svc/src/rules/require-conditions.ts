import type { Tx } from '@pacioli/db'
import { Problems } from '@pacioli/errors'
import { isUuid } from '@pacioli/rpc'
import { bankAccountNotFound } from '../bank-accounts/bank-account.ts'
import { externalAccountNotFound } from '../bank-accounts/external-account.ts'
import { requireValidRegex } from '../regex/regex.store.ts'
import type { Conditions } from './rule.ts'
import { findKnown } from './named-in-conditions.store.ts'

/**
 * Conditions may name only what the business has, and their expressions must compile.
 * @throws BankAccountNotFound, ExternalAccountNotFound, CounterpartyNotFound, InvalidRegex, naming the fields
 */
export async function requireConditions(tx: Tx, conditions: Conditions): Promise<void> {
  const { bankAccountIds, externalAccountIds, counterpartyId } = conditions
  const known = await findKnown(tx, {
    bankAccounts: bankAccountIds.filter(isUuid),
    externalAccounts: externalAccountIds.filter(isUuid),
    counterparties: counterpartyId !== null && isUuid(counterpartyId) ? [counterpartyId] : [],
  })
  const problems = new Problems()
  for (const [index, id] of bankAccountIds.entries())
    if (!known.bankAccounts.has(id))
      problems.add('BankAccountNotFound', bankAccountNotFound(id).message, {
        field: `conditions.bank_account_ids.${index}`,
        value: id,
      })
  for (const [index, id] of externalAccountIds.entries())
    if (!known.externalAccounts.has(id))
      problems.add('ExternalAccountNotFound', externalAccountNotFound(id).message, {
        field: `conditions.external_account_ids.${index}`,
        value: id,
      })
  if (counterpartyId !== null && !known.counterparties.has(counterpartyId))
    problems.add('CounterpartyNotFound', `The business has no counterparty ${counterpartyId}.`, {
      field: 'conditions.counterparty_id',
      value: counterpartyId,
    })
  problems.throwIfAny()
  const { descriptionRegex, merchantNameRegex } = conditions
  if (descriptionRegex !== null) await requireValidRegex(tx, descriptionRegex, 'conditions.description_regex')
  if (merchantNameRegex !== null) await requireValidRegex(tx, merchantNameRegex, 'conditions.merchant_name_regex')
}
