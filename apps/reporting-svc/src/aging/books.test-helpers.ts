/** Books of documents and entries as other services send them, and a plain computation of what is open on a day. */
import fc from 'fast-check'
import {
  billingEvent,
  businessEvent,
  entryEvent,
  sampleBusiness,
  type SampleLine,
  dimensionEvent,
  valueEvent,
} from '../reporting.test-helpers.ts'
import type { StagedEvent } from '@pacioli/events'

export const ZONES = ['UTC', 'America/New_York', 'Pacific/Apia', 'Pacific/Pago_Pago']
const EDGES = ['2025-12-31', '2026-01-31', '2026-02-28', '2026-03-08', '2026-03-29', '2026-03-31', '2026-04-05']

/** Around midnights of months and of changes to daylight saving, in whichever zone. */
const moment = fc
  .tuple(fc.constantFrom(...EDGES), fc.integer({ min: -14 * 60, max: 38 * 60 }))
  .map(([day, minutes]) => new Date(Date.parse(day) + minutes * 60_000).toISOString())

const credit = fc.record({ of: fc.nat(), amount: fc.integer({ min: 1, max: 300 }), at: moment })

const document = fc.record({
  id: fc.uuid(),
  kind: fc.constantFrom('bill' as const, 'bill' as const, 'vendor_credit' as const, 'invoice' as const),
  contact: fc.nat(2),
  at: moment,
  due: fc.option(moment),
  amount: fc.integer({ min: 1, max: 1_000 }),
  number: fc.option(fc.constantFrom('N-1', 'N-2')),
  externalId: fc.option(fc.constantFrom('X-1', 'X-2')),
  tags: fc.subarray(['t1', 't2']),
  /** The credits of a bill, version by version. */
  credits: fc.array(fc.array(credit, { maxLength: 2, size: 'max' }), { maxLength: 2, size: 'max' }),
})
const payment = fc.record({
  id: fc.uuid(),
  at: moment,
  parts: fc.array(fc.record({ of: fc.nat(), amount: fc.integer({ min: 1, max: 1_000 }) }), {
    minLength: 1,
    maxLength: 3,
  }),
})
const reversal = fc.record({ id: fc.uuid(), of: fc.nat(), at: moment })

export const books = fc.record({
  zone: fc.constantFrom(...ZONES),
  documents: fc.uniqueArray(document, { minLength: 3, maxLength: 8, size: 'max', selector: ({ id }) => id }),
  payments: fc.uniqueArray(payment, { maxLength: 6, selector: ({ id }) => id }),
  reversals: fc.uniqueArray(reversal, { maxLength: 3, selector: ({ of }) => of % 4 }),
})
export type Books = typeof books extends fc.Arbitrary<infer Value> ? Value : never

/** A local day, without the library that the product uses. */
const dayIn = (zone: string, at: string): string => {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
    .formatToParts(new Date(at))
    .map(({ type, value }): [string, string] => [type, value])
  const { year, month, day } = Object.fromEntries(parts)
  return `${year}-${month}-${day}`
}

const at = <Thing>(things: readonly Thing[], index: number): Thing => things[index % things.length] as Thing

/** The ids of tags and contacts of these books: the last contact has no event. */
export const cast = () => ({
  business: sampleBusiness(crypto.randomUUID(), crypto.randomUUID()),
  vendors: [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()],
  customers: [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()],
  dimensionId: crypto.randomUUID(),
  tags: { t1: crypto.randomUUID(), t2: crypto.randomUUID() } as Record<string, string>,
})
export type Cast = ReturnType<typeof cast>

type Document = Books['documents'][number]
type Entry = { id: string; at: string; lines: SampleLine[]; isReversed: boolean }

const creditsOf = (all: readonly Document[], { kind, credits }: Document, version: number) =>
  kind !== 'bill' || version < 2
    ? []
    : (credits[version - 2] ?? []).flatMap(({ of, amount, at: on }) => {
        const found = all.filter((one) => one.kind === 'vendor_credit')
        return found.length === 0 ? [] : [{ id: at(found, of).id, amount, at: on }]
      })
const lastVersionOf = ({ credits }: Document): number => 1 + credits.length

const controlLine = (document_id: string, amount: number, isCredit: boolean): SampleLine => ({
  account_id: '00000000-0000-4000-8000-00000000000c',
  amount,
  direction: isCredit ? 'CREDIT' : 'DEBIT',
  document_id,
})
const otherLine = (lines: readonly SampleLine[]): SampleLine => ({
  account_id: '00000000-0000-4000-8000-00000000000d',
  amount: 1 + lines.length,
  direction: 'DEBIT',
})

export function entriesOf({ documents, payments, reversals }: Books): Entry[] {
  const entries = [
    ...documents.map(({ id, kind, amount, at: on }) => ({
      id: id.replace(/^.{8}/, '0a0a0a0a'),
      at: on,
      lines: [controlLine(id, amount, kind === 'bill')],
    })),
    ...payments.map(({ id, at: on, parts }) => ({
      id,
      at: on,
      lines: parts.map(({ of, amount }) => {
        const paid = at(documents, of)
        return controlLine(paid.id, amount, paid.kind === 'invoice')
      }),
    })),
  ].map((entry): Entry => ({ ...entry, lines: [...entry.lines, otherLine(entry.lines)], isReversed: false }))
  const undone = new Set<string>()
  return [
    ...entries,
    ...reversals.flatMap(({ id, of, at: on }): Entry[] => {
      const entry = at(entries, of)
      if (undone.has(entry.id)) return []
      undone.add(entry.id)
      entry.isReversed = true
      const lines = entry.lines.map((line) => ({
        ...line,
        direction: line.direction === 'DEBIT' ? ('CREDIT' as const) : ('DEBIT' as const),
      }))
      return [{ id, at: on > entry.at ? on : entry.at, lines, isReversed: false }]
    }),
  ]
}

/** One version of a document as billing sends it. */
function stateOf(books: Books, { vendors, customers, tags }: Cast, document: Document, version: number) {
  const { id, kind, contact, at: on, due, number, externalId } = document
  const isLast = version === lastVersionOf(document)
  const common = {
    id,
    external_id: externalId,
    reference_number: isLast ? number : 'before',
    transaction_tags: (isLast ? document.tags : ['t1']).map((name) => ({ definition_id: tags[name] })),
    version,
  }
  if (kind === 'invoice')
    return { ...common, customer_id: at(customers, contact), sent_at: on, due_at: isLast ? due : on }
  if (kind === 'vendor_credit') return { ...common, vendor_id: at(vendors, contact), received_at: on }
  const vendor_credits = creditsOf(books.documents, document, version).map((one) => ({
    id: crypto.randomUUID(),
    vendor_credit_id: one.id,
    amount: one.amount,
    allocated_at: one.at,
  }))
  const dates = { received_at: on, due_at: isLast ? due : on }
  return { ...common, ...dates, vendor_id: at(vendors, contact), is_expense: false, vendor_credits }
}

export const documentEvents = (books: Books, who: Cast, document: Document): StagedEvent[] =>
  Array.from({ length: lastVersionOf(document) }, (_, index) =>
    billingEvent(who.business.id, document.kind, stateOf(books, who, document, index + 1)),
  )

export const entryEvents = ({ zone }: Books, { business }: Cast, { id, at: on, lines, isReversed }: Entry) =>
  (isReversed ? [1, 2] : [1]).map((version) =>
    entryEvent(business.id, { id, basis: 'ACCRUAL', entry_date: dayIn(zone, on), line_items: lines, version }),
  )

export const contactEvents = ({ business, vendors, customers }: Cast): StagedEvent[] => [
  ...vendors
    .slice(0, 2)
    .flatMap((id, index) =>
      [1, 2].map((version) =>
        billingEvent(business.id, 'vendor', { id, version, ...{ name: version === 2 ? `Vendor ${index}` : 'before' } }),
      ),
    ),
  ...customers
    .slice(0, 2)
    .map((id, index) => billingEvent(business.id, 'customer', { id, version: 1, ...{ name: `Customer ${index}` } })),
]

/** The business, first in UTC and then in its zone. */
export const businessEvents = ({ zone }: Books, { business }: Cast): StagedEvent[] => [
  businessEvent(business),
  businessEvent({ ...business, time_zone: zone, version: 2 }),
]

/** All events of these books. */
/** The values are those of the dimension `label`. */
export const tagEvents = ({ business, dimensionId, tags }: Cast): StagedEvent[] => [
  dimensionEvent(business.id, { id: dimensionId, key: 'label', display_name: null }),
  ...Object.entries(tags).map(([value, id]) =>
    valueEvent(business.id, { id, dimension_id: dimensionId, value, display_name: null }),
  ),
]

export const eventsOf = (given: Books, who: Cast): StagedEvent[] => [
  ...businessEvents(given, who),
  ...tagEvents(who),
  ...contactEvents(who),
  ...given.documents.flatMap((document) => documentEvents(given, who, document)),
  ...entriesOf(given).flatMap((entry) => entryEvents(given, who, entry)),
]

/** The expected report: `depth name current 1-30 31-60 61-90 91+ total`. */
export function expectedRows(
  given: Books,
  who: Cast,
  side: 'PAYABLE' | 'RECEIVABLE',
  day: string,
  tag?: string,
): string[] {
  const { zone, documents } = given
  const sums = new Map<string, number>()
  const add = (id: string, on: string, amount: number): void => {
    if (dayIn(zone, on) <= day) sums.set(id, (sums.get(id) ?? 0) + amount)
  }
  for (const { at: on, lines } of entriesOf(given))
    for (const { document_id, amount, direction } of lines)
      if (document_id !== undefined)
        add(document_id, on, (direction === 'CREDIT') === (side === 'PAYABLE') ? amount : -amount)
  for (const bill of documents)
    for (const got of creditsOf(documents, bill, lastVersionOf(bill))) {
      add(bill.id, got.at, -got.amount)
      add(got.id, got.at, got.amount)
    }
  const open = documents
    .filter(({ kind }) => (kind === 'invoice') === (side === 'RECEIVABLE'))
    .filter(({ id, tags }) => (sums.get(id) ?? 0) !== 0 && (tag === undefined || tags.includes(tag)))
    .map((document) => {
      const contactId = at(side === 'PAYABLE' ? who.vendors : who.customers, document.contact)
      const isNamed = document.contact < 2
      const due = dayIn(zone, document.kind === 'vendor_credit' ? document.at : (document.due ?? document.at))
      const late = document.kind === 'vendor_credit' ? 0 : (Date.parse(day) - Date.parse(due)) / 86_400_000
      const column = late <= 0 ? 0 : late <= 30 ? 1 : late <= 60 ? 2 : late <= 90 ? 3 : 4
      const amount = sums.get(document.id) ?? 0
      return {
        contact: isNamed ? `${side === 'PAYABLE' ? 'Vendor' : 'Customer'} ${document.contact}` : contactId,
        name: document.number ?? document.externalId ?? document.id,
        order: [due, dayIn(zone, document.at), document.number ?? document.externalId ?? '~', document.id].join(' '),
        cells: [0, 1, 2, 3, 4, 5].map((index) => (index === column || index === 5 ? amount : 0)),
      }
    })
  const total = (rows: typeof open): number[] =>
    [0, 1, 2, 3, 4, 5].map((index) => rows.reduce((sum, { cells }) => sum + (cells[index] ?? 0), 0))
  const lines: string[] = []
  for (const contact of [...new Set(open.map((one) => one.contact))].sort()) {
    const own = open.filter((one) => one.contact === contact).sort((a, b) => (a.order < b.order ? -1 : 1))
    lines.push(
      ['0', contact, ...total(own)].join(' '),
      ...own.map(({ name, cells }) => ['1', name, ...cells].join(' ')),
    )
  }
  return [...lines, ['0', 'Total', ...total(open)].join(' ')]
}
