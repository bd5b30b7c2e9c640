import { type AskBooksResponse, PostingsService } from '@pacioli/protos/ledger'
import { implement, type CallContext, type Implementation, tenantOf, writeRequestOf } from '@pacioli/rpc'
import { toChartAccount } from '../chart-of-accounts/chart.messages.ts'
import type { Ledger } from '../ledger.ts'
import { toResolvedTag } from '../tags/tag.messages.ts'
import { resolveBooks, type ResolvedBooks } from './resolve-books.ts'
import { ensureAccounts } from './ensure-accounts.ts'
import { getBalances } from './get-balances.ts'
import { postPostings } from './post-postings.ts'

const toBooksMessage = ({ settings, accounts, tags, ...books }: ResolvedBooks): AskBooksResponse => ({
  books_epoch: books.epoch,
  closed_through: books.closedThrough?.toISOString(),
  accounts: accounts.map(toChartAccount),
  tags: tags.map(toResolvedTag),
  archived_account_ids: [...new Set(accounts.filter(({ archivedAt }) => archivedAt !== null).map(({ id }) => id))],
  business_archived_at: books.businessArchivedAt?.toISOString(),
  match_rounding_threshold: settings.matchRoundingThreshold,
  match_adjustment_threshold: settings.matchAdjustmentThreshold,
  disable_adjustment_match_suggestions: settings.disableAdjustmentMatchSuggestions,
  room: books.headroom,
})

const previewedTenantOf = (context: CallContext) => ({ ...tenantOf(context), preview: context.preview })

/** Calls of the other services, all harmless to repeat: they keep the Idempotency-Keys of their callers themselves. */
export const postingsRpc = (ledger: Ledger): Implementation =>
  implement(PostingsService, {
    AskBooks: async (request, context) => {
      const { account_identifiers, tags, tells_room, defines_nothing } = request
      const asked = { needsHeadroom: tells_room ?? false, definesNothing: defines_nothing ?? false }
      return toBooksMessage(await resolveBooks(ledger, previewedTenantOf(context), account_identifiers, tags, asked))
    },
    PostEntries: (request, context) =>
      postPostings(
        ledger,
        { ...writeRequestOf(context), idempotency: undefined },
        { decisionEpoch: request.books_epoch, postings: request.postings },
      ),
    EnsureAccounts: async (request, context) => {
      const { accounts, timeZone, currency } = await ensureAccounts(
        ledger,
        previewedTenantOf(context),
        request.accounts,
      )
      return { accounts: accounts.map(toChartAccount), time_zone: timeZone, currency }
    },
    GetBalances: async (request, context) => ({
      data: await getBalances(
        ledger,
        previewedTenantOf(context),
        request.account_ids,
        request.reporting_basis ?? 'ACCRUAL',
      ),
    }),
  })
