import { rangeOf, requireTagPair } from '@pacioli/paging'
import {
  ChartOfAccountsService,
  type ListAccountsRequest__Output,
  type ListAccountsResponse,
} from '@pacioli/protos/ledger'
import { type CallContext, implement, type Implementation, tenantOf, writeRequestOf } from '@pacioli/rpc'
import { loadBusinessFacts } from '../businesses/business.store.ts'
import { otherBasisOf } from '../journal/journal-entry.ts'
import type { Ledger } from '../ledger.ts'
import { readingBasisOf } from '../settings/accounting-configuration.store.ts'
import { loadDefinitionIds } from '../tags/tag.store.ts'
import { loadAccounts, loadTotals } from '../chart-of-accounts/account.store.ts'
import { nest, nestWithBalances, toChartNode } from '../chart-of-accounts/chart.messages.ts'
import { createAccount } from './create-account.ts'
import { updateAccount } from './update-account.ts'

/** The chart with balances: of all time, or up to the end of a day or an instant; of all lines, or those with a tag. */
async function listAccounts(
  ledger: Ledger,
  request: ListAccountsRequest__Output,
  context: CallContext,
): Promise<ListAccountsResponse> {
  const tenant = tenantOf(context)
  const { tag_key: tagKey, tag_values: tagValues } = request
  requireTagPair(tagKey, tagValues)
  return ledger.db.transact(tenant, async (tx) => {
    const { timeZone } = await loadBusinessFacts(tx, tenant)
    const basis = await readingBasisOf(tx, tenant, request.reporting_basis)
    const { before } = rangeOf(undefined, request.end_date, timeZone)
    const accounts = await loadAccounts(tx, tenant.businessId)
    const definitionIds =
      tagKey === undefined ? null : await loadDefinitionIds(tx, tenant.businessId, tagKey, tagValues)
    const totals = await loadTotals(tx, tenant.businessId, otherBasisOf(basis), before ?? null, definitionIds)
    const shown = accounts.filter(
      (account) => request.include_archived === true || account.archivedAt === null || totals.has(account.id),
    )
    return {
      reporting_basis: basis,
      as_of: before ? new Date(before.getTime() - 1).toISOString() : undefined,
      accounts: nestWithBalances(shown, totals),
    }
  })
}

export const accountsRpc = (ledger: Ledger): Implementation =>
  implement(ChartOfAccountsService, {
    GetChart: async (request, context) => {
      const tenant = tenantOf(context)
      const accounts = await ledger.db.transact(tenant, async (tx) => {
        return loadAccounts(tx, tenant.businessId)
      })
      return {
        accounts: nest(
          accounts.filter((account) => request.include_archived === true || account.archivedAt === null),
          toChartNode,
        ),
      }
    },
    ListAccounts: (request, context) => listAccounts(ledger, request, context),
    CreateAccount: (request, context) => createAccount(ledger, writeRequestOf(context), request),
    UpdateAccount: (request, context) => updateAccount(ledger, writeRequestOf(context), request),
  })
