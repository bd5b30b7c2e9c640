import { JournalService } from '@pacioli/protos/ledger'
import { implement, type Implementation, tenantOf, writeRequestOf } from '@pacioli/rpc'
import type { Ledger } from '../ledger.ts'
import { toAccountLineMessage, toEntryMessage } from './entry.messages.ts'
import { listAccountLines } from './list-account-lines.ts'
import { postJournalEntries, postJournalEntry } from './post-journal-entries.ts'
import { getEntry, listEntries } from './read-entries.ts'
import { reverseEntry } from './reverse-entry.ts'

export const journalRpc = (ledger: Ledger): Implementation =>
  implement(JournalService, {
    PostJournalEntry: (request, context) => postJournalEntry(ledger, writeRequestOf(context), request),
    PostJournalEntries: (request, context) => postJournalEntries(ledger, writeRequestOf(context), request.entries),
    ReverseEntry: (request, context) =>
      reverseEntry(ledger, writeRequestOf(context), { entryId: request.entry_id, memo: request.memo ?? null }),
    GetEntry: async (request, context) => ({
      data: toEntryMessage(await getEntry(ledger, tenantOf(context), request.entry_id)),
    }),
    ListEntries: async (request, context) => {
      const { entries, pagination } = await listEntries(ledger, tenantOf(context), {
        page: request.page ?? {},
        startDate: request.start_date,
        endDate: request.end_date,
        entryType: request.entry_type,
        reportingBasis: request.reporting_basis,
        externalId: request.external_id,
        referenceNumbers: request.reference_numbers,
        tagKey: request.tag_key,
        tagValues: request.tag_values,
      })
      return { data: entries.map(toEntryMessage), pagination }
    },
    ListAccountLines: async (request, context) => {
      const { account, lines, reportingBasis, pagination } = await listAccountLines(ledger, tenantOf(context), {
        page: request.page ?? {},
        accountId: request.account_id,
        reportingBasis: request.reporting_basis,
        startDate: request.start_date,
        endDate: request.end_date,
        includeReversals: request.include_reversals,
        includeClosing: request.include_closing,
        tagKey: request.tag_key,
        tagValues: request.tag_values,
        recordedAsOf: request.recorded_as_of,
      })
      return {
        data: lines.map((line) => toAccountLineMessage(line, account)),
        pagination,
        reporting_basis: reportingBasis,
      }
    },
  })
