/** The accounts of sales taxes: one for each name, created in the chart when a document first names it. */
import { isAnswered, type Tx } from '@pacioli/db'
import { DomainError } from '@pacioli/errors'
import { requireOpen, type KnownBusiness } from '@pacioli/ledger-facts'
import { ledgerAccountIdOf } from '@pacioli/postings'
import type { EnsuredAccount } from '@pacioli/protos/ledger'
import type { BusinessWrite, Tenant } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { findTaxAccounts } from './tax-account.store.ts'
import { taxAccountName, taxStableName, type TaxKind } from './tax-name.ts'

/** The id of the account of a tax, by its name; undefined if it does not exist. */
export type TaxAccounts = (taxName: string) => string | undefined

/** Before any exists. */
export const NO_TAX_ACCOUNTS: TaxAccounts = () => undefined

type ByStableName = ReadonlyMap<string, string>

/** Limit of one call to the ledger. */
const MAX_ACCOUNTS = 1_000

/** Deterministic, so that concurrent requests create the same account. */
const idOf = (businessId: string, stableName: string): string =>
  ledgerAccountIdOf(businessId, ['sales_tax', stableName])

/** The taxes that a request names. */
export type TaxesOfRequest = {
  kind: TaxKind
  names: readonly string[]
  /**
   * Decides the request without the accounts, throws its refusals, and returns the taxes it needs: existing documents need
   * none.
   */
  tryOut: () => Promise<readonly string[]>
}

/**
 * The accounts of these taxes. Missing ones are created before the ledger is queried, since no transaction spans a call; so
 * only for a request that is otherwise valid and has no response yet.
 * @throws what `tryOut` throws, BusinessArchived, ServiceUnavailable
 */
export async function ensureTaxAccounts(
  billing: Billing,
  request: BusinessWrite,
  business: KnownBusiness,
  { kind, names, tryOut }: TaxesOfRequest,
): Promise<TaxAccounts> {
  if (names.length === 0) return NO_TAX_ACCOUNTS
  const stableNameOf = (name: string): string => taxStableName(name, kind)
  const accountsIn =
    (ids: ByStableName): TaxAccounts =>
    (name) =>
      ids.get(stableNameOf(name))
  const titles = new Map(names.map((name) => [stableNameOf(name), name]))
  const expected = new Map([...titles.keys()].map((stableName) => [stableName, idOf(business.id, stableName)]))
  const known = await billing.db.transact(request, (tx) => findKnown(tx, expected))
  const missing = [...titles].filter(([stableName]) => !known.has(stableName))
  if (missing.length === 0) return accountsIn(known)
  requireOpen(business)
  if (await isAnswered(billing.db, request, billing.now())) return accountsIn(new Map([...expected, ...known]))
  const needed = new Set((await tryOut()).map(stableNameOf))
  const accounts = missing
    .filter(([stableName]) => needed.has(stableName))
    .map(([stable_name, name]) => ({
      account_id: idOf(business.id, stable_name),
      name: taxAccountName(name, kind),
      account_subtype: kind.subtype,
      stable_name,
    }))
  const made = new Map<string, string>()
  for (let first = 0; first < accounts.length; first += MAX_ACCOUNTS)
    for (const [name, id] of await ensure(billing, request, accounts.slice(first, first + MAX_ACCOUNTS)))
      made.set(name, id)
  return accountsIn(new Map([...known, ...made]))
}

/** An account that was given the stable name by hand takes precedence over the created one, if that was renamed. */
async function findKnown(tx: Tx, expected: ByStableName): Promise<Map<string, string>> {
  const found = await findTaxAccounts(tx, [...expected.keys()], [...expected.values()])
  const byName = new Map(found.map(({ id, stableName }) => [stableName, id]))
  const ids = new Set(found.map(({ id }) => id))
  return new Map(
    [...expected].flatMap(([name, id]): [string, string][] => {
      const known = byName.get(name) ?? (ids.has(id) ? id : undefined)
      return known === undefined ? [] : [[name, known]]
    }),
  )
}

type RequiredAccount = EnsuredAccount & { stable_name: string }

async function ensure(
  billing: Billing,
  tenant: BusinessWrite,
  accounts: readonly RequiredAccount[],
): Promise<[string, string][]> {
  const [first, ...others] = accounts
  if (!first) return []
  try {
    const { message } = await billing.ledger.postings.EnsureAccounts(
      { accounts: [...accounts] },
      { context: { ...tenant, idempotency: undefined } },
    )
    return accounts.map(({ stable_name }, index) => [stable_name, message.accounts[index]?.id?.id ?? ''])
  } catch (error) {
    if (!(error instanceof DomainError) || error.errorEnum !== 'DuplicateStableName') throw error
    // An account of one of these names was just created by hand, and its event has not arrived yet.
    if (others.length === 0) return [[first.stable_name, await findByName(billing, tenant, first.stable_name)]]
    return [...(await ensure(billing, tenant, [first])), ...(await ensure(billing, tenant, others))]
  }
}

/** @throws AccountNotFound where it is gone meanwhile */
async function findByName(billing: Billing, tenant: Tenant, stable_name: string): Promise<string> {
  const identifier = { type: 'StableName', stable_name }
  const books = await billing.postingSession.askBooks(tenant, { accounts: [{ identifier }] })
  return books.account(identifier).id
}
