/** A bank account: an account at a bank that has a ledger account of its own. Pure. */
import type { CanonicalRequest } from '@pacioli/fields'
import { refused, type Problems } from '@pacioli/errors'
import type { AskedTag } from '@pacioli/postings'
import type { TransactionTag } from '../bank-transactions/bank-transaction.ts'

/** The accounts that banks keep: they hold money, or lend it. */
const SUBTYPES = {
  DEPOSITORY: ['CHECKING', 'SAVINGS', 'MONEY_MARKET', 'CERTIFICATE_OF_DEPOSIT', 'CASH_MANAGEMENT', 'PREPAID', 'OTHER'],
  CREDIT: ['CREDIT_CARD', 'LINE_OF_CREDIT', 'OTHER'],
} as const
export type AccountType = keyof typeof SUBTYPES
export type AccountKind = { type: AccountType; subtype: string }

export type Institution = { id: string; name: string; logo: string | null }

/** A tag value on an account; its names are looked up. */
export type AccountTag = TransactionTag

export type BankAccount = AccountKind & {
  id: string
  businessId: string
  externalId: string | null
  /** The canonical request; set only while it is created. */
  asked?: CanonicalRequest | undefined
  /** In the chart of accounts; never changes. */
  ledgerAccountId: string
  name: string
  notes: string | null
  notifyWhenDisconnected: boolean
  institution: Institution | null
  memo: string | null
  /** JSON text. */
  metadata: string | null
  referenceNumber: string | null
  archivedAt: Date | null
  tags: readonly AccountTag[]
  version: number
  createdAt: Date
  updatedAt: Date
}

const isType = (type: string): type is AccountType => Object.hasOwn(SUBTYPES, type)

/** @throws AccountTypeMismatch */
export function requireKind(type: string, subtype: string): AccountKind {
  if (!isType(type))
    throw refused('AccountTypeMismatch', `Expected one of ${Object.keys(SUBTYPES).join(', ')}.`, {
      field: 'account_type',
      value: type,
    })
  const subtypes: readonly string[] = SUBTYPES[type]
  if (!subtypes.includes(subtype))
    throw refused('AccountTypeMismatch', `A ${type} account is one of ${subtypes.join(', ')}.`, {
      field: 'account_subtype',
      value: subtype,
    })
  return { type, subtype }
}

/** The subtype of its ledger account. Credit other than a card is a line of credit. */
export const ledgerSubtypeOf = ({ type, subtype }: AccountKind): string =>
  type === 'DEPOSITORY' ? 'BANK_ACCOUNTS' : subtype === 'CREDIT_CARD' ? 'CREDIT_CARD' : 'LINE_OF_CREDIT'

/** @throws InvalidPayload */
export function requireName(name: string): string {
  if (name.trim() === '')
    throw refused('InvalidPayload', 'Expected a name for the account.', { field: 'account_name', value: name })
  return name
}

export const bankAccountNotFound = (id: string, field = 'bankAccountId') =>
  refused('BankAccountNotFound', `The business has no bank account ${id}.`, { field, value: id })

/**
 * An archived account takes nothing new; what it has can still be read, described, and taken back.
 * @throws BankAccountArchived
 */
export function requireInUse(account: { id: string; name: string; archivedAt: Date | null }, field?: string): void {
  if (account.archivedAt === null) return
  throw refused(
    'BankAccountArchived',
    `${account.name} was archived at ${account.archivedAt.toISOString()} and takes nothing new. Use another account.`,
    { ...(field === undefined ? {} : { field }), value: account.id },
  )
}

/** What users state about a bank account. */
export type BankAccountDetails = Pick<
  BankAccount,
  'name' | 'notes' | 'notifyWhenDisconnected' | 'institution' | 'memo' | 'metadata' | 'referenceNumber'
>

/** The account with the change; the same object if nothing differs. */
export function describe(account: BankAccount, change: Partial<BankAccountDetails>, now: Date): BankAccount {
  const described = { ...account, ...change }
  const isSame =
    described.institution?.id === account.institution?.id &&
    described.institution?.logo === account.institution?.logo &&
    (['name', 'notes', 'notifyWhenDisconnected', 'memo', 'metadata', 'referenceNumber'] as const).every(
      (field) => described[field] === account[field],
    )
  return isSame ? account : { ...described, version: account.version + 1, updatedAt: now }
}

/** Archiving twice changes nothing. */
export const archive = <Account extends { archivedAt: Date | null; version: number }>(
  account: Account,
  now: Date,
): Account =>
  account.archivedAt === null ? { ...account, archivedAt: now, version: account.version + 1, updatedAt: now } : account

/** More tags would make answers and events unreasonably long. */
const MAX_TAGS = 50

type NamedTag = { tag: Pick<AskedTag, 'dimensionId' | 'definitionId' | 'key' | 'value'>; field: string }

type TagFacts = { newId: () => string; nameOf: (definitionId: string) => string }

/**
 * Adds tags: those that are there stay, and a dimension has one value. Names every problem.
 * @param facts `nameOf` gives the value of a definition
 */
export function withTags(
  carried: readonly AccountTag[],
  added: readonly NamedTag[],
  { newId, nameOf }: TagFacts,
  problems: Problems,
): AccountTag[] {
  const tags = [...carried]
  for (const { tag, field } of added) {
    const { dimensionId, definitionId, key, value } = tag
    const rival = tags.find((one) => one.dimensionId === dimensionId)
    if (rival?.definitionId === definitionId) continue
    if (rival)
      problems.add(
        'DuplicateTagDimension',
        `${key} is ${nameOf(rival.definitionId)} here already; an account has one value of a dimension.`,
        { field, value },
      )
    else if (tags.length >= MAX_TAGS)
      problems.add('PayloadTooLarge', `An account carries at most ${MAX_TAGS} tags.`, { field, value })
    else tags.push({ id: newId(), dimensionId, definitionId })
  }
  return tags
}

export const addTags = (
  account: BankAccount,
  added: readonly NamedTag[],
  { now, ...facts }: TagFacts & { now: Date },
  problems: Problems,
): BankAccount => retagged(account, withTags(account.tags, added, facts, problems), now)

/** The account without these; tags that it does not carry are ignored. */
export const removeTags = (account: BankAccount, definitionIds: ReadonlySet<string>, now: Date): BankAccount =>
  retagged(
    account,
    account.tags.filter(({ definitionId }) => !definitionIds.has(definitionId)),
    now,
  )

const retagged = (account: BankAccount, tags: readonly AccountTag[], now: Date): BankAccount =>
  tags.length === account.tags.length ? account : { ...account, tags, version: account.version + 1, updatedAt: now }
