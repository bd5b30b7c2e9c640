/** Vendors and customers: one model, and a kind that says what differs. Pure. */
import type { CanonicalRequest } from '@pacioli/fields'
import { collectProblems, Problems, refused } from '@pacioli/errors'
import { referenceField, type Reference } from '../documents/references.ts'
import { keptMetadata } from '../requests/metadata.ts'
import { sameTags } from '../tags/tag-inputs.ts'
import type { DocumentTag } from '../tags/tags.ts'

/** Text fields of a contact: their names here, and in requests, answers and events. */
export const CONTACT_TEXTS = {
  externalId: 'external_id',
  individualName: 'individual_name',
  companyName: 'company_name',
  email: 'email',
  mobilePhone: 'mobile_phone',
  officePhone: 'office_phone',
  addressString: 'address_string',
  memo: 'memo',
  /** JSON. */
  metadata: 'metadata',
  referenceNumber: 'reference_number',
} as const

type TextName = keyof typeof CONTACT_TEXTS
type TextField = (typeof CONTACT_TEXTS)[TextName]
const TEXT_NAMES = Object.entries(CONTACT_TEXTS) as [TextName, TextField][]

export type ContactTexts = Record<TextName, string | null>

const NO_TEXTS = Object.fromEntries(TEXT_NAMES.map(([name]) => [name, null])) as Record<TextName, null>

/** Descriptive fields of a contact. Its tags go on no entry. */
export type ContactDetails = ContactTexts & { tags: readonly DocumentTag[] }

export type Contact = ContactDetails & {
  id: string
  businessId: string
  /** The request that creates it, in canonical form; present only while it is created. */
  asked?: CanonicalRequest | undefined
  /** Whether a document named it before it existed: its first create fills it. Known only while it is created. */
  isInline?: boolean
  /** Since when it takes no new documents. */
  archivedAt: Date | null
  version: number
  createdAt: Date
  updatedAt: Date
}

/** What distinguishes one kind of contacts from the other. */
export type ContactKind = {
  table: 'vendors' | 'customers'
  /** As requests about tags call it. */
  type: 'VENDOR' | 'CUSTOMER'
  /** As people and events call it. */
  noun: 'vendor' | 'customer'
  notFound: 'VendorNotFound' | 'CustomerNotFound'
  archived: 'VendorArchived' | 'CustomerArchived'
  /** Whether a document can create it inline by an unknown external_id, which serves as its name. */
  canBeInline: boolean
  /** The refusal where nothing identifies it. */
  nameless: string
}

/** How requests name a contact. */
export type VendorReference = Reference<'vendor'>
export type CustomerReference = Reference<'customer'>
export type ContactReference = VendorReference & CustomerReference

export const CONTACT_STATUSES = ['ACTIVE', 'ARCHIVED'] as const
export type ContactStatus = (typeof CONTACT_STATUSES)[number]

export const statusOf = ({ archivedAt }: Pick<Contact, 'archivedAt'>): ContactStatus =>
  archivedAt === null ? 'ACTIVE' : 'ARCHIVED'

/** @throws `code` for what is no status */
export function statusFrom(status: string | undefined, code: 'InvalidPayload' | 'InvalidQuery') {
  const known = CONTACT_STATUSES.find((one) => one === status)
  if (status !== undefined && known === undefined)
    throw refused(code, `status is one of ${CONTACT_STATUSES.join(', ')}.`, { field: 'status', value: status })
  return known
}

/** The names that identify a contact. */
export type ContactNames = Pick<Contact, 'companyName' | 'individualName' | 'externalId'>

export const nameOf = (
  { canBeInline }: ContactKind,
  { companyName, individualName, externalId }: ContactNames,
): string => companyName ?? individualName ?? (canBeInline ? externalId : null) ?? ''

/** At least one name must identify it, and names must be visible text. @throws InvalidPayload */
export function requireNames(kind: ContactKind, names: ContactNames): void {
  for (const field of ['company_name', 'individual_name'] as const) {
    const value = field === 'company_name' ? names.companyName : names.individualName
    if (value?.trim() === '')
      throw refused('InvalidPayload', 'A name has at least one character that can be seen.', { field, value })
  }
  if (nameOf(kind, names).trim() === '')
    throw refused('InvalidPayload', kind.nameless, { field: 'company_name', value: null })
}

/**
 * An archived contact takes no new documents; its open documents can still be settled.
 * @param reference how the request names it @param prefix where the request does, such as `37.`
 * @throws VendorArchived, CustomerArchived
 */
export function requireActive(kind: ContactKind, contact: Contact, reference: ContactReference, prefix = ''): void {
  if (contact.archivedAt === null) return
  throw refused(
    kind.archived,
    `${nameOf(kind, contact)} was archived at ${contact.archivedAt.toISOString()} and takes no new documents. Set its status to ACTIVE first.`,
    { field: referenceField({ prefix: kind.noun }, { name: reference, field: prefix }), value: contact.id },
  )
}

/** The same for each given contact. @throws VendorArchived, CustomerArchived, naming each */
export function requireAllActive(
  kind: ContactKind,
  named: readonly { contact?: Contact | undefined; reference: ContactReference; prefix: string }[],
): void {
  const problems = new Problems()
  for (const { contact, reference, prefix } of named)
    if (contact) collectProblems(problems, () => requireActive(kind, contact, reference, prefix))
  problems.throwIfAny()
}

/** A contact without any other fields. */
export const newContact = (
  { id, businessId, now }: { id: string; businessId: string; now: Date },
  details: Partial<ContactDetails>,
): Contact => ({
  id,
  businessId,
  ...NO_TEXTS,
  tags: [],
  ...details,
  archivedAt: null,
  version: 1,
  createdAt: now,
  updatedAt: now,
})

/** The texts that a request gives; absent ones stay absent. */
export const textsFrom = (input: { [Field in TextField]?: string | null | undefined }): Partial<ContactTexts> =>
  Object.fromEntries(TEXT_NAMES.flatMap(([name, field]) => (input[field] === undefined ? [] : [[name, input[field]]])))

/** The texts by their public names. */
export const publicTexts = (contact: ContactTexts): Record<TextField, string | null> =>
  Object.fromEntries(TEXT_NAMES.map(([name, field]) => [field, contact[name]])) as Record<TextField, string | null>

/** The contact with the given fields; the same object if nothing changes. @throws InvalidPayload */
export function changedContact(
  kind: ContactKind,
  contact: Contact,
  { tags = contact.tags, metadata = contact.metadata, ...details }: Partial<ContactDetails>,
  status: ContactStatus | undefined,
  now: Date,
): Contact {
  const archivedAt =
    status === undefined ? contact.archivedAt : status === 'ACTIVE' ? null : (contact.archivedAt ?? now)
  const after = { ...contact, ...details, metadata: keptMetadata(metadata, contact.metadata), archivedAt }
  requireNames(kind, after)
  const fields = Object.keys(after) as (keyof Contact)[]
  const isSame = sameTags(tags, contact.tags) && fields.every((field) => after[field] === contact[field])
  return isSame ? contact : { ...after, tags, version: contact.version + 1, updatedAt: now }
}
