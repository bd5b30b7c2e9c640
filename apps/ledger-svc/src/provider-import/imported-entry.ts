/** Turns journal entries of a provider into drafts. Pure. */
import { justAfter, startOfDay } from '@pacioli/calendar'
import { refused } from '@pacioli/errors'
import { decimalsOf, minorUnits, opposite } from '@pacioli/money'
import type { Books } from '../books/books.ts'
import type { EntryDraft, LineDraft } from '../journal/journal-entry.ts'
import type { ProviderJournalEntry, ProviderLine, ProviderParty } from '../connectors/connector.ts'
import { fingerprintOf } from '../connectors/fingerprint.ts'
import { partyOfLine, withParties, type PartyIds } from './imported-party.ts'

/** Longer entries would not fit into answers. */
export const MAX_LINES_PER_ENTRY = 1_000

/** An entry of a provider as last imported. */
export type ImportedEntry = {
  externalId: string
  /** Counts the imported contents. */
  revision: number
  /** Of the content that belongs to the revision. */
  fingerprint: string
  /** Whether its lines name their parties; those of before do not. */
  namesParties: boolean
  /** Whether the revision is known to be in the journal. */
  settled: boolean
  /** The revision with a standing entry in the journal, and that entry. */
  standing: { revision: number; entryId: string } | null
}

/** Fingerprint of what is posted of an entry, without names of tags and parties: renaming one changes no entry. */
export const contentOf = (entry: ProviderJournalEntry): string =>
  fingerprintOf([
    entry.day,
    entry.currency,
    entry.referenceNumber,
    entry.memo,
    entry.lines.map((line) => [
      line.accountExternalId,
      line.amount,
      line.direction,
      line.memo,
      line.tags.map(({ key, value }) => [key, value]),
      // Left out where there is none, so that contents of before stay equal.
      ...(line.party ? [[line.party.kind, line.party.externalId]] : []),
    ]),
  ])

/** Whether this is what was imported. An entry of before is kept, although its lines do not name their parties. */
export function isSameContent(entry: ProviderJournalEntry, { fingerprint, namesParties }: ImportedEntry): boolean {
  if (fingerprint === contentOf(entry)) return true
  return !namesParties && fingerprint === contentOf(withParties(entry, () => undefined))
}

/** Where entries come from: part of their sources and posting keys. */
export type EntryOrigin = { entrySource: string; externalCompanyId: string }

export const importedKey = (
  { entrySource, externalCompanyId }: EntryOrigin,
  externalId: string,
  revision: number,
): string => `${entrySource}:${externalCompanyId}:${externalId}:imported:${revision}`

export const supersededKey = (
  { entrySource, externalCompanyId }: EntryOrigin,
  externalId: string,
  revision: number,
): string => `${entrySource}:${externalCompanyId}:${externalId}:superseded:${revision}`

/** The accounts that entries may name, by their ids at the provider: our ids, and what is said of them. */
export type KnownAccounts = {
  idOf: ReadonlyMap<string, string>
  currencyOf: ReadonlyMap<string, string>
  /** Of those on which lines name parties, whose debts they are. */
  partyOf: ReadonlyMap<string, ProviderParty['kind']>
}

/**
 * The entry as a draft; undefined when all its amounts are zero, as those of a voided entry are.
 * @param replaces whether it takes the place of an earlier one: in a closed period it then posts at the first open instant
 * @throws InvalidPayload, AmountOutOfRange, AccountNotFound, PayloadTooLarge
 */
export function toDraft(
  entry: ProviderJournalEntry,
  origin: EntryOrigin,
  { revision, replaces }: { revision: number; replaces: boolean },
  { accounts, parties }: { accounts: KnownAccounts; parties: PartyIds },
  books: Pick<Books, 'currency' | 'timeZone' | 'closedThrough'>,
): EntryDraft | undefined {
  refuseForeignCurrency(entry, accounts, books.currency)
  const decimals = decimalsOf(books.currency)
  const lines = entry.lines.flatMap((line) => toLineDraft(line, { accounts, parties }, books.currency, decimals) ?? [])
  if (lines.length === 0) return undefined
  if (lines.length > MAX_LINES_PER_ENTRY)
    throw refused('PayloadTooLarge', `An entry has at most ${MAX_LINES_PER_ENTRY} lines; this one has ${lines.length}.`)
  const start = startOfDay(entry.day, books.timeZone)
  const isClosed = books.closedThrough !== null && start <= books.closedThrough
  return {
    field: '',
    externalId: null,
    postingKey: importedKey(origin, entry.externalId, revision),
    entryType: 'MANUAL',
    basis: 'BOTH',
    agent: 'API',
    entryAt: replaces && isClosed ? justAfter(books.closedThrough as Date) : start,
    memo: entry.memo,
    metadata: null,
    referenceNumber: entry.referenceNumber,
    sourceType: origin.entrySource,
    sourceId: entry.externalId,
    reversalOfId: null,
    actor: null,
    lines,
    tags: [],
  }
}

function toLineDraft(
  line: ProviderLine,
  { accounts, parties }: { accounts: KnownAccounts; parties: PartyIds },
  currency: string,
  decimals: number,
): LineDraft | undefined {
  const amount = minorUnits(line.amount, currency, decimals)
  if (amount === 0) return undefined
  const id = accounts.idOf.get(line.accountExternalId)
  if (id === undefined)
    throw refused('AccountNotFound', `The entry posts to account ${line.accountExternalId}, which was not imported.`)
  return {
    account: { type: 'AccountId', id },
    amount: Math.abs(amount),
    direction: amount < 0 ? opposite(line.direction) : line.direction,
    memo: line.memo,
    documentId: null,
    ...partyOfLine(line.party, parties),
    tags: line.tags,
  }
}

function refuseForeignCurrency(
  { currency, lines }: ProviderJournalEntry,
  accounts: KnownAccounts,
  ofBooks: string,
): void {
  const stated = currency ?? lines.map((line) => accounts.currencyOf.get(line.accountExternalId)).find(Boolean)
  if (stated && stated !== ofBooks)
    throw refused('InvalidPayload', `The entry is in ${stated}; the books are kept in ${ofBooks}.`)
}
