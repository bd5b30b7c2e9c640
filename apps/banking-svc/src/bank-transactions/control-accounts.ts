/** What a category may name of the accounts that documents explain (docs/POSTING-RULES.md "Control accounts"). Pure. */
import { documentsThatOwn, PARTY_ACCOUNTS } from '@pacioli/chart'
import { Problems } from '@pacioli/errors'
import type { AskedAccount } from '@pacioli/postings'
import type { Contacts } from './bank-transaction.ts'

type Named = Contacts & { account: Pick<AskedAccount, 'name' | 'stableName' | 'isStandIn'> }

/**
 * @param field where the request names the category
 * @throws ControlAccount, PartyMismatch
 */
export function requireCategory({ account, ...contacts }: Named, field: string): void {
  const { name, stableName } = account
  if (account.isStandIn) return
  const problems = new Problems()
  const refuse = (advice: string) =>
    problems.add('ControlAccount', `Transactions are not categorized as ${name}. ${advice}`, {
      field,
      value: stableName,
    })
  const advice = documentsThatOwn(stableName)
  if (advice !== undefined) refuse(`${advice} Then match the transaction to that payment.`)
  for (const party of PARTY_ACCOUNTS) {
    const value = contacts[party.id]
    if (stableName === party.account && value === null)
      refuse(`Name the ${party.noun} too (${party.field}), or record the payment and match the transaction to it.`)
    if (stableName !== party.account && value !== null)
      problems.add('PartyMismatch', `A category names a ${party.noun} on ${party.account} alone, not on ${name}.`, {
        field: `${field}.${party.field}`,
        value,
      })
  }
  problems.throwIfAny()
}
