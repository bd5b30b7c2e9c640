/** The ledger knows no vendors and customers: billing is asked whether those that lines name are of the business. */
import { PARTY_ACCOUNTS } from '@pacioli/chart'
import { Problems } from '@pacioli/errors'
import type { FindContactsResponse__Output } from '@pacioli/protos/billing'
import type { JournalEntryInput, PostJournalEntriesRequest } from '@pacioli/protos/ledger'
import type { FastifyRequest } from 'fastify'
import { answer, requestPartsOf, type Handler } from '../contract/operations.ts'
import type { Services } from '../services.ts'

const UNKNOWN = { customer: 'CustomerNotFound', vendor: 'VendorNotFound' } as const

export const postJournalEntry =
  (services: Services): Handler =>
  async (request, reply, ready) => {
    const entry = ready.read(requestPartsOf(request)) as JournalEntryInput
    await requireParties(services, request, [{ entry, prefix: '' }])
    return answer(request, reply, ready, await request.call(services.journal.PostJournalEntry, entry))
  }

export const postJournalEntries =
  (services: Services): Handler =>
  async (request, reply, ready) => {
    const posted = ready.read(requestPartsOf(request)) as PostJournalEntriesRequest
    const entries = (posted.entries ?? []).map((entry, index) => ({ entry, prefix: `${index}.` }))
    await requireParties(services, request, entries)
    return answer(request, reply, ready, await request.call(services.journal.PostJournalEntries, posted))
  }

type Placed = { entry: JournalEntryInput; prefix: string }

/** One question, and none where no line names a party. @throws CustomerNotFound, VendorNotFound, naming each line */
async function requireParties(
  { contacts }: Services,
  request: FastifyRequest,
  entries: readonly Placed[],
): Promise<void> {
  const idsOf = (field: (typeof PARTY_ACCOUNTS)[number]['field']): string[] => [
    ...new Set(entries.flatMap(({ entry }) => (entry.line_items ?? []).flatMap((line) => line[field] ?? []))),
  ]
  const asked = { customer_ids: idsOf('customer_id'), vendor_ids: idsOf('vendor_id') }
  if (asked.customer_ids.length + asked.vendor_ids.length === 0) return
  refuseUnknown(entries, await request.call(contacts.FindContacts, asked))
}

function refuseUnknown(entries: readonly Placed[], known: FindContactsResponse__Output): void {
  const problems = new Problems()
  const kinds = PARTY_ACCOUNTS.map(({ field, noun }) => ({
    field,
    noun,
    ids: new Set(known[`${noun}s`].map(({ id }) => id)),
  }))
  for (const { entry, prefix } of entries)
    for (const [index, line] of (entry.line_items ?? []).entries())
      for (const { field, noun, ids } of kinds) {
        const id = line[field]
        if (typeof id === 'string' && !ids.has(id))
          problems.add(UNKNOWN[noun], `The business has no ${noun} ${id}.`, {
            field: `${prefix}line_items.${index}.${field}`,
            value: id,
          })
      }
  problems.throwIfAny()
}
