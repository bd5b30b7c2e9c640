/** Accounts that another service needs: which of them exist, and how the missing ones are opened. Pure. */
import { refused, translateProblems } from '@pacioli/errors'
import { isUuid } from '@pacioli/rpc'
import { chartOf, openAccount, type Account, type AccountIdentifier, type Chart } from './account.ts'

export type EnsuredAccount = {
  account_id: string
  name: string
  account_subtype: string
  account_number?: string | undefined
  stable_name?: string | undefined
  parent_stable_name?: string | undefined
}

/** The accounts in the requested order, and those of them to be opened, in the same order. */
export type EnsuredAccounts = { accounts: Account[]; made: Account[] }

/**
 * An account that exists under its id is answered as it is, whatever the request says: it may have been renamed.
 * @throws InvalidPayload, AccountTypeMismatch, AccountNotFound and AccountArchived (of the parent), DuplicateStableName,
 *   DuplicateAccountNumber
 */
export function ensureInChart(requested: readonly EnsuredAccount[], chart: Chart, now: Date): EnsuredAccounts {
  const byId = new Map(chart.byId)
  const made: Account[] = []
  const accounts = requested.map((input, index) => {
    const id = input.account_id.toLowerCase()
    const field = `accounts.${index}.`
    if (!isUuid(id))
      throw refused('InvalidPayload', 'Expected a UUID chosen by the caller.', {
        field: `${field}account_id`,
        value: input.account_id,
      })
    const known = byId.get(id)
    if (known) return known
    const account = openAt(field, input, id, made.length === 0 ? chart : chartOf([...byId.values()]), now)
    byId.set(id, account)
    made.push(account)
    return account
  })
  return { accounts, made }
}

function openAt(field: string, input: EnsuredAccount, id: string, chart: Chart, now: Date): Account {
  if (input.name.trim() === '')
    throw refused('InvalidPayload', 'An account has a name.', { field: `${field}name`, value: input.name })
  try {
    return openAccount(
      {
        name: input.name,
        accountSubtype: input.account_subtype,
        parent: parentOf(input, chart),
        accountNumber: input.account_number,
        stableName: input.stable_name,
      },
      chart,
      id,
      now,
    )
  } catch (error) {
    throw within(field, error)
  }
}

/** The named parent; else the account that the chart has for the whole subtype, while it is in use. */
function parentOf(input: EnsuredAccount, chart: Chart): AccountIdentifier | undefined {
  if (input.parent_stable_name !== undefined) return { type: 'StableName', stable_name: input.parent_stable_name }
  const ofSubtype = chart.byStableName.get(input.account_subtype)
  return ofSubtype && ofSubtype.archivedAt === null ? { type: 'AccountId', id: ofSubtype.id } : undefined
}

/** The same refusal, with the path of its account before its fields. */
const within = (field: string, error: unknown): unknown =>
  translateProblems(error, (problem) => {
    const name = problem.meta.field === 'parent_id' ? 'parent_stable_name' : problem.meta.field
    return typeof name === 'string' ? { ...problem, meta: { ...problem.meta, field: `${field}${name}` } } : problem
  })
