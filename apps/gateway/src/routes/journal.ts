/**
 * The ledger knows no vendors and customers: billing is asked which of those that lines name are not of the business, and
 * the ledger refuses them with all else that is wrong.
 */
import type { PARTY_ACCOUNTS } from '@pacioli/chart'
import type { JournalEntryInput, PostJournalEntriesRequest } from '@pacioli/protos/ledger'
import type { FastifyRequest } from 'fastify'
import { answer, requestPartsOf, type Handler } from '../contract/operations.ts'
import type { Method, Services } from '../services.ts'

export const postJournalEntry =
  (services: Services, method: Method): Handler =>
  async (request, reply, ready) => {
    const given = ready.read(requestPartsOf(request)) as JournalEntryInput
    const [entry = given] = await withUnknownParties(services, request, [given])
    return answer(request, reply, ready, await request.call(method, entry))
  }

export const postJournalEntries =
  (services: Services, method: Method): Handler =>
  async (request, reply, ready) => {
    const given = ready.read(requestPartsOf(request)) as PostJournalEntriesRequest
    const posted = { ...given, entries: await withUnknownParties(services, request, given.entries ?? []) }
    return answer(request, reply, ready, await request.call(method, posted))
  }

type PartyField = (typeof PARTY_ACCOUNTS)[number]['field']

const idsIn = ({ line_items }: JournalEntryInput, field: PartyField): string[] =>
  (line_items ?? []).flatMap((line) => line[field] ?? [])

const idsOf = (contacts: readonly { id: string }[]): Set<string> => new Set(contacts.map(({ id }) => id))

/** One question, and none where no line names a party. */
async function withUnknownParties(
  { contacts }: Services,
  request: FastifyRequest,
  entries: readonly JournalEntryInput[],
): Promise<JournalEntryInput[]> {
  const named = (field: PartyField): string[] => [...new Set(entries.flatMap((entry) => idsIn(entry, field)))]
  const asked = { customer_ids: named('customer_id'), vendor_ids: named('vendor_id') }
  if (asked.customer_ids.length + asked.vendor_ids.length === 0) return [...entries]
  const known = await request.call(contacts.FindContacts, asked)
  const knownIds = { customer_id: idsOf(known.customers), vendor_id: idsOf(known.vendors) }
  const unknownIn = (entry: JournalEntryInput, field: PartyField): string[] =>
    idsIn(entry, field).filter((id) => !knownIds[field].has(id))
  return entries.map((entry) => ({
    ...entry,
    unknown_parties: { customer_ids: unknownIn(entry, 'customer_id'), vendor_ids: unknownIn(entry, 'vendor_id') },
  }))
}
