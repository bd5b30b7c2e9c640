/** Whom the business deals with: what vendors and customers have in common. Pure. */
import type { CanonicalRequest } from '@pacioli/fields'
import { refused, type DomainError } from '@pacioli/errors'
import { keptMetadata } from '../requests/metadata.ts'
import { sameTags } from '../tags/tag-inputs.ts'
import type { DocumentTag } from '../tags/tags.ts'

export type Contact = {
  id: string
  businessId: string
  externalId: string | null
  /** What a request asked for to have it made; there only while it is made. */
  asked?: CanonicalRequest | undefined
  /** Whether a document named it before anybody had made it: its first create fills it. Known only while it is made. */
  isOnTheWay?: boolean
  individualName: string | null
  companyName: string | null
  email: string | null
  mobilePhone: string | null
  officePhone: string | null
  addressString: string | null
  memo: string | null
  /** JSON text. */
  metadata: string | null
  referenceNumber: string | null
  /** Since when it takes no new documents. */
  archivedAt: Date | null
  /** Its own: they go on no entry. */
  tags: readonly DocumentTag[]
  version: number
  createdAt: Date
  updatedAt: Date
}

/** What people may know a contact by. */
export type ContactNames = Pick<Contact, 'companyName' | 'individualName' | 'externalId'>

/** What tells one kind of contacts from the other. */
export type ContactKind = {
  /** Where they are kept, and what lists of them are called. */
  table: 'vendors' | 'customers'
  /** As requests about tags call it. */
  type: 'VENDOR' | 'CUSTOMER'
  /** As people and events call it. */
  noun: 'vendor' | 'customer'
  notFound: 'VendorNotFound' | 'CustomerNotFound'
  archived: 'VendorArchived' | 'CustomerArchived'
  /** What people know it by. */
  nameOf: (names: ContactNames) => string
  /** @throws InvalidPayload where nobody could tell who it is */
  requireNames: (names: ContactNames) => void
}

export const CONTACT_STATUSES = ['ACTIVE', 'ARCHIVED'] as const
export type ContactStatus = (typeof CONTACT_STATUSES)[number]

export const statusOf = ({ archivedAt }: Pick<Contact, 'archivedAt'>): ContactStatus =>
  archivedAt === null ? 'ACTIVE' : 'ARCHIVED'

export const contactNotFound = ({ noun, notFound }: ContactKind, value: string, field = `${noun}Id`): DomainError =>
  refused(notFound, `The business has no ${noun} ${value}.`, { field, value })

/** A name that is there can be seen. @throws InvalidPayload */
export function requireVisibleNames({ companyName, individualName }: Omit<ContactNames, 'externalId'>): void {
  for (const [field, name] of Object.entries({ company_name: companyName, individual_name: individualName }))
    if (name?.trim() === '')
      throw refused('InvalidPayload', 'A name has at least one character that can be seen.', { field, value: name })
}

/**
 * An archived contact takes no new documents; what it has can still be settled.
 * @throws VendorArchived, CustomerArchived
 */
export function requireActiveContact({ archived, nameOf }: ContactKind, contact: Contact, field: string): void {
  if (contact.archivedAt === null) return
  throw refused(
    archived,
    `${nameOf(contact)} was archived at ${contact.archivedAt.toISOString()} and takes no new documents. Set its status to ACTIVE first.`,
    { field, value: contact.id },
  )
}

/** What people say of a contact. */
export type ContactDetails = Omit<
  Contact,
  'id' | 'businessId' | 'asked' | 'isOnTheWay' | 'version' | 'createdAt' | 'updatedAt' | 'archivedAt'
>

/** The contact with what is given; the same one if nothing is others. @throws InvalidPayload */
export function changedContact(
  { requireNames }: Pick<ContactKind, 'requireNames'>,
  contact: Contact,
  { tags = contact.tags, metadata = contact.metadata, ...details }: Partial<ContactDetails>,
  status: ContactStatus | undefined,
  now: Date,
): Contact {
  const archivedAt =
    status === undefined ? contact.archivedAt : status === 'ACTIVE' ? null : (contact.archivedAt ?? now)
  const after = { ...contact, ...details, metadata: keptMetadata(metadata, contact.metadata), archivedAt }
  requireNames(after)
  const fields = Object.keys(after) as (keyof Contact)[]
  const isSame = sameTags(tags, contact.tags) && fields.every((field) => after[field] === contact[field])
  return isSame ? contact : { ...after, tags, version: contact.version + 1, updatedAt: now }
}
