/**
 * What reading the books of a provider needs. A second provider is one folder here and one line in
 * `provider-import/connectors.ts`.
 */
import type { AccountSubtype } from '@pacioli/chart'
import type { Day } from '@pacioli/calendar'
import type { Direction } from '@pacioli/money'
import type { TagInput } from '../tags/tag.ts'
import type { RefusedItem } from '../connections/sync.ts'

/** An account of the provider, in our terms. */
export type ProviderAccount = {
  externalId: string
  /** Of the account it is nested in. */
  parentExternalId: string | null
  name: string
  accountNumber: string | null
  active: boolean
  subtype: AccountSubtype
  /** Where it is not what accounts of the subtype usually have. */
  normality: Direction | null
  /** The account of every business that it corresponds to, such as ACCOUNTS_RECEIVABLE. */
  stableName: string | null
  /** ISO 4217; null where the provider does not say. */
  currency: string | null
}

/** Whom a line of the provider concerns. */
export type ProviderParty = { kind: 'CUSTOMER' | 'VENDOR'; externalId: string; name: string }

export type ProviderLine = {
  accountExternalId: string
  /** Decimal text in major units, as the provider wrote it; a negative amount changes sides. */
  amount: string
  direction: Direction
  memo: string | null
  party: ProviderParty | null
  tags: TagInput[]
}

export type ProviderJournalEntry = {
  externalId: string
  day: Day
  /** ISO 4217; null: that of the company. */
  currency: string | null
  referenceNumber: string | null
  memo: string | null
  lines: ProviderLine[]
}

/** The items of one answer, and those of them that cannot be read. */
export type ProviderPage<Item> = { items: Item[]; refused: RefusedItem[] }

/** The right to read one company's books, for as long as an import takes. */
export type ProviderSession = {
  externalCompanyId: string
  /**
   * Reads a path of the provider's API. Numbers arrive as the text they were written in: no amount is a float.
   * @throws ReauthorizationRequired, ProviderUnavailable (after some tries), NotConnected (unlinked meanwhile)
   */
  get: (path: string, query: Record<string, string>) => Promise<unknown>
}

export type Connector = {
  /** What entries imported by it have as `source_type`, and what their posting keys begin with. */
  entrySource: string
  /** Every account, those no longer in use included. */
  accounts: (session: ProviderSession) => AsyncIterable<ProviderPage<ProviderAccount>>
  journalEntries: (session: ProviderSession) => AsyncIterable<ProviderPage<ProviderJournalEntry>>
}
