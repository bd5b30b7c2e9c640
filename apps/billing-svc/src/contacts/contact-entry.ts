/**
 * Journal lines that name a vendor or a customer and that no document owns: manual, imported and bank entries. They move
 * the contact's balance where they are on its control account. Pure.
 */
import { DOCUMENT_SOURCES } from '@pacioli/chart'
import { fieldsOf, integer, listOf, moment, oneOf, text, textOrNull } from '@pacioli/fields'
import type { ContactKind } from './contact.ts'

/** The aggregate whose events tell of them. */
export const ENTRY = 'entry'

export type ContactLine = {
  entryId: string
  contactId: string
  kind: ContactKind['type']
  accountId: string
  entryAt: Date
  /** What it adds to the contact's debt, and what it takes from it. */
  owed: number
  settled: number
  reversalOfId: string | null
}

const NAMES_ONE = [Buffer.from('"customer_id":"'), Buffer.from('"vendor_id":"')]
const SOURCE_TYPE = Buffer.from('"source_type":"')

/**
 * Whether an entry's event may have such lines. It is looked at unread, since most of the entries that billing gets are on
 * a bank account and name nobody, or have changed since: in JSON, a quotation mark within a text is never bare.
 */
export function mayNameContact(body: Uint8Array): boolean {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  if (!NAMES_ONE.some((name) => bytes.includes(name))) return false
  const at = bytes.indexOf(SOURCE_TYPE)
  if (at < 0) return true
  const start = at + SOURCE_TYPE.length
  return !DOCUMENT_SOURCES.includes(bytes.toString('utf8', start, bytes.indexOf('"', start)))
}

/** The lines of an entry's state, on whichever account; none of what billing posted. @throws TypeError for a malformed state */
export function contactLinesFrom(data: unknown): ContactLine[] {
  const entry = fieldsOf('data', data)
  const sourceType = textOrNull(entry, 'source_type')
  if ((sourceType !== null && DOCUMENT_SOURCES.includes(sourceType)) || entry['basis'] === 'CASH') return []
  const head = {
    entryId: text(entry, 'id'),
    entryAt: moment(entry, 'entry_at'),
    reversalOfId: textOrNull(entry, 'reversal_of_id'),
  }
  return listOf(entry, 'line_items').flatMap((one): ContactLine[] => {
    const line = fieldsOf('line_items', one)
    const amount = integer(line, 'amount')
    const isDebit = oneOf(line, 'direction', ['DEBIT', 'CREDIT']) === 'DEBIT'
    const by = (kind: ContactKind['type'], contactId: string, raises: boolean): ContactLine => ({
      ...head,
      contactId,
      kind,
      accountId: text(line, 'account_id'),
      owed: raises ? amount : 0,
      settled: raises ? 0 : amount,
    })
    const [customerId, vendorId] = [line['customer_id'] ?? null, line['vendor_id'] ?? null]
    return [
      ...(customerId === null ? [] : [by('CUSTOMER', text(line, 'customer_id'), isDebit)]),
      ...(vendorId === null ? [] : [by('VENDOR', text(line, 'vendor_id'), !isDebit)]),
    ]
  })
}
