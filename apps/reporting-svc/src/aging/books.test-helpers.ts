/** Books of documents and entries as other services send them, and a plain computation of what is open on a day. */
import fc from 'fast-check'
import {
  chartEvent,
  sampleAccount,
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
  /** Lines of before name their document alone. */
  namesParty: fc.boolean(),
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
/** A line on a control account that no document owns, or one of unapplied money, and a line on another account. */
const journal = fc.record({
  id: fc.uuid(),
  at: moment,
  side: fc.constantFrom('PAYABLE' as const, 'RECEIVABLE' as const),
  isUnapplied: fc.boolean(),
  /** None names nobody. */
  contact: fc.option(fc.nat(2)),
  amount: fc.integer({ min: 1, max: 1_000 }),
  isCredit: fc.boolean(),
  basis: fc.constantFrom('ACCRUAL' as const, 'BOTH' as const, 'CASH' as const),
  tags: fc.subarray(['t1', 't2']),
})
const reversal = fc.record({ id: fc.uuid(), of: fc.nat(), at: moment })

export const books = fc.record({
  zone: fc.constantFrom(...ZONES),
  documents: fc.uniqueArray(document, { minLength: 3, maxLength: 8, size: 'max', selector: ({ id }) => id }),
  payments: fc.uniqueArray(payment, { maxLength: 6, selector: ({ id }) => id }),
  journals: fc.uniqueArray(journal, { maxLength: 8, size: 'max', selector: ({ id }) => id }),
  reversals: fc.uniqueArray(reversal, { maxLength: 3, selector: ({ of }) => of % 7 }),
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
type Entry = {
  id: string
  at: string
  basis: 'ACCRUAL' | 'CASH' | 'BOTH'
  lines: SampleLine[]
  isReversed: boolean
  reversalOf: string | null
}
type Side = 'PAYABLE' | 'RECEIVABLE'

const accountId = (last: string): string => `00000000-0000-4000-8000-0000000000${last}`
/** The control accounts of each side. */
export const CONTROLS = {
  PAYABLE: { owed: accountId('c1'), unapplied: accountId('c2') },
  RECEIVABLE: { owed: accountId('c3'), unapplied: accountId('c4') },
} as const

const sideOf = ({ kind }: Pick<Document, 'kind'>): Side => (kind === 'invoice' ? 'RECEIVABLE' : 'PAYABLE')

/** Of the bill's own vendor. */
const creditsOf = (all: readonly Document[], { kind, contact, credits }: Document, version: number) =>
  kind !== 'bill' || version < 2
    ? []
    : (credits[version - 2] ?? []).flatMap(({ of, amount, at: on }) => {
        const found = all.filter((one) => one.kind === 'vendor_credit' && one.contact === contact)
        return found.length === 0 ? [] : [{ id: at(found, of).id, amount, at: on }]
      })
const lastVersionOf = ({ credits }: Document): number => 1 + credits.length

const controlLine = (document: Document, who: Cast, amount: number, isCredit: boolean): SampleLine => ({
  account_id: CONTROLS[sideOf(document)].owed,
  amount,
  direction: isCredit ? 'CREDIT' : 'DEBIT',
  document_id: document.id,
  ...(document.namesParty ? partyOf(who, sideOf(document), document.contact) : {}),
})

/** As billing names it on every line. */
const partyOf = ({ vendors, customers }: Cast, side: Side, contact: number) =>
  side === 'PAYABLE' ? { vendor_id: at(vendors, contact) } : { customer_id: at(customers, contact) }

/** An account beside them. */
export const OTHER_ACCOUNT = accountId('0d')

const otherLine = (lines: readonly SampleLine[]): SampleLine => ({
  account_id: OTHER_ACCOUNT,
  amount: 1 + lines.length,
  direction: 'DEBIT',
})

export function entriesOf({ documents, payments, journals, reversals }: Books, who: Cast): Entry[] {
  const entries = [
    ...documents.map((document) => ({
      id: document.id.replace(/^.{8}/, '0a0a0a0a'),
      at: document.at,
      basis: 'ACCRUAL' as const,
      lines: [controlLine(document, who, document.amount, document.kind === 'bill')],
    })),
    ...payments.map(({ id, at: on, parts }) => ({
      id,
      at: on,
      basis: 'ACCRUAL' as const,
      lines: parts.map(({ of, amount }) => {
        const paid = at(documents, of)
        return controlLine(paid, who, amount, paid.kind === 'invoice')
      }),
    })),
    ...journals.map(({ id, at: on, basis, side, isUnapplied, contact, amount, isCredit, tags }) => ({
      ...{ id, at: on, basis },
      lines: [
        {
          account_id: CONTROLS[side][isUnapplied ? 'unapplied' : 'owed'],
          amount,
          direction: isCredit ? ('CREDIT' as const) : ('DEBIT' as const),
          transaction_tags: tags.map((name) => ({ definition_id: who.tags[name] ?? '' })),
          ...(contact === null ? {} : partyOf(who, side, contact)),
        },
      ],
    })),
  ].map((entry): Entry => ({
    ...entry,
    lines: [...entry.lines, otherLine(entry.lines)],
    isReversed: false,
    reversalOf: null,
  }))
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
      const { basis } = entry
      return [{ id, at: on > entry.at ? on : entry.at, basis, lines, isReversed: false, reversalOf: entry.id }]
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

export const entryEvents = (
  { zone }: Books,
  { business }: Cast,
  { id, at: on, basis, lines, isReversed, reversalOf }: Entry,
) =>
  (isReversed ? [1, 2] : [1]).map((version) =>
    entryEvent(business.id, {
      ...{ id, basis, entry_date: dayIn(zone, on), entry_at: on, line_items: lines, version },
      reversal_of_id: reversalOf,
    }),
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

/** The chart, with the control accounts. */
export const chartEvents = ({ business }: Cast): StagedEvent[] => [
  chartEvent(
    business.id,
    [
      [CONTROLS.PAYABLE.owed, 'ACCOUNTS_PAYABLE', 'LIABILITY'] as const,
      [CONTROLS.PAYABLE.unapplied, 'VENDOR_PREPAYMENTS', 'ASSET'] as const,
      [CONTROLS.RECEIVABLE.owed, 'ACCOUNTS_RECEIVABLE', 'ASSET'] as const,
      [CONTROLS.RECEIVABLE.unapplied, 'CUSTOMER_CREDITS', 'LIABILITY'] as const,
    ].map(([id, name, type]) => ({ ...sampleAccount(id, name, type), stable_name: name })),
  ),
]

/** The values are those of the dimension `label`. */
export const tagEvents = ({ business, dimensionId, tags }: Cast): StagedEvent[] => [
  dimensionEvent(business.id, { id: dimensionId, key: 'label', display_name: null }),
  ...Object.entries(tags).map(([value, id]) =>
    valueEvent(business.id, { id, dimension_id: dimensionId, value, display_name: null }),
  ),
]

/** All events of these books. */
export const eventsOf = (given: Books, who: Cast): StagedEvent[] => [
  ...businessEvents(given, who),
  ...chartEvents(who),
  ...tagEvents(who),
  ...contactEvents(who),
  ...given.documents.flatMap((document) => documentEvents(given, who, document)),
  ...entriesOf(given, who).flatMap((entry) => entryEvents(given, who, entry)),
]

type Row = { contact: string; name: string; order: string; cells: number[] }

/** The expected report: `depth name current 1-30 31-60 61-90 91+ total unapplied`. */
export function expectedRows(given: Books, who: Cast, side: Side, day: string, tag?: string): string[] {
  const rows = [
    ...openDocuments(given, who, side, day, tag),
    ...openJournals(given, who, side, day, tag),
    ...unapplied(given, who, side, day, tag),
  ]
  const total = (of: Row[]): number[] =>
    [0, 1, 2, 3, 4, 5, 6].map((index) => of.reduce((sum, { cells }) => sum + (cells[index] ?? 0), 0))
  const lines: string[] = []
  const isNobody = (contact: string): number => Number(contact.startsWith('No '))
  const contacts = [...new Set(rows.map((one) => one.contact))]
  for (const contact of contacts.sort((a, b) => isNobody(a) - isNobody(b) || (a < b ? -1 : 1))) {
    const own = rows.filter((one) => one.contact === contact).sort((a, b) => (a.order < b.order ? -1 : 1))
    lines.push(
      ['0', contact, ...total(own)].join(' '),
      ...own.map(({ name, cells }) => ['1', name, ...cells].join(' ')),
    )
  }
  return [...lines, ['0', 'Total', ...total(rows)].join(' ')]
}

/** The names by which contacts stand in the report. */
function contactName({ vendors, customers }: Cast, side: Side, contact: number | null): string {
  const [ids, word] = side === 'PAYABLE' ? [vendors, 'Vendor'] : [customers, 'Customer']
  if (contact === null) return `No ${word.toLowerCase()}`
  return contact < 2 ? `${word} ${contact}` : at(ids, contact)
}

function cellsOf(amount: number, due: string, day: string): number[] {
  const late = (Date.parse(day) - Date.parse(due)) / 86_400_000
  const column = late <= 0 ? 0 : late <= 30 ? 1 : late <= 60 ? 2 : late <= 90 ? 3 : 4
  return [...[0, 1, 2, 3, 4].map((index) => (index === column ? amount : 0)), amount, 0]
}

function openDocuments(given: Books, who: Cast, side: Side, day: string, tag: string | undefined): Row[] {
  const { zone, documents } = given
  const sums = new Map<string, number>()
  const add = (id: string, on: string, amount: number): void => {
    if (dayIn(zone, on) <= day) sums.set(id, (sums.get(id) ?? 0) + amount)
  }
  for (const { at: on, lines } of entriesOf(given, who))
    for (const { document_id, amount, direction } of lines)
      if (document_id !== undefined)
        add(document_id, on, (direction === 'CREDIT') === (side === 'PAYABLE') ? amount : -amount)
  for (const bill of documents)
    for (const got of creditsOf(documents, bill, lastVersionOf(bill))) {
      add(bill.id, got.at, -got.amount)
      add(got.id, got.at, got.amount)
    }
  return documents
    .filter((one) => sideOf(one) === side)
    .filter(({ id, tags }) => (sums.get(id) ?? 0) !== 0 && (tag === undefined || tags.includes(tag)))
    .map((document) => {
      const due = dayIn(zone, document.kind === 'vendor_credit' ? document.at : (document.due ?? document.at))
      const amount = sums.get(document.id) ?? 0
      return {
        contact: contactName(who, side, document.contact),
        name: document.number ?? document.externalId ?? document.id,
        order: [due, dayIn(zone, document.at), document.number ?? document.externalId ?? '~', document.id].join(' '),
        cells: document.kind === 'vendor_credit' ? cellsOf(amount, day, day) : cellsOf(amount, due, day),
      }
    })
}

type Moved = { id: string; of: string; at: string; isReversal: boolean; contact: number | null; amount: number }

/** What these lines did until the day: those of what is owed, or of what is unapplied. */
function moved(given: Books, who: Cast, side: Side, which: 'owed' | 'unapplied', day: string, tag?: string): Moved[] {
  return entriesOf(given, who).flatMap(({ id, at: on, basis, lines, reversalOf }): Moved[] => {
    const origin = given.journals.find((one) => one.id === (reversalOf ?? id))
    const [line] = lines
    if (!origin || !line || line.account_id !== CONTROLS[side][which] || basis === 'CASH') return []
    if (dayIn(given.zone, on) > day || (tag !== undefined && !origin.tags.includes(tag))) return []
    const sign = (line.direction === 'CREDIT') === (side === 'PAYABLE') ? 1 : -1
    const { contact } = origin
    return [{ id, of: origin.id, at: on, isReversal: reversalOf !== null, contact, amount: sign * line.amount }]
  })
}

/** Lists each item, takes off the oldest of the other side one after the other, and shows what remains. */
function openJournals(given: Books, who: Cast, side: Side, day: string, tag: string | undefined): Row[] {
  const lines = moved(given, who, side, 'owed', day, tag)
  return [...Map.groupBy(lines, ({ contact }) => contact)].flatMap(([contact, own]) => {
    const items = [...Map.groupBy(own, ({ of }) => of)]
      .map(([of, parts]) => ({
        of,
        at: (parts.find(({ isReversal }) => !isReversal) ?? parts[0])?.at ?? '',
        left: parts.reduce((sum, { amount }) => sum + amount, 0),
      }))
      .sort((a, b) => (a.at + a.of < b.at + b.of ? -1 : 1))
    for (const credit of items.filter(({ left }) => left < 0))
      for (const debit of items.filter(({ left }) => left > 0)) {
        const taken = Math.min(debit.left, -credit.left)
        debit.left -= taken
        credit.left += taken
      }
    return items
      .filter(({ left }) => left !== 0)
      .map(({ of, at: on, left }) => ({
        contact: contactName(who, side, contact),
        name: 'Journal entry',
        order: [dayIn(given.zone, on), dayIn(given.zone, on), '~', of].join(' '),
        cells: cellsOf(left, dayIn(given.zone, on), day),
      }))
  })
}

function unapplied(given: Books, who: Cast, side: Side, day: string, tag: string | undefined): Row[] {
  const lines = moved(given, who, side, 'unapplied', day, tag)
  return [...Map.groupBy(lines, ({ contact }) => contact)].flatMap(([contact, own]) => {
    const amount = -own.reduce((sum, one) => sum + one.amount, 0)
    const name = side === 'PAYABLE' ? 'Prepayments' : 'Customer credit'
    return amount === 0
      ? []
      : [{ contact: contactName(who, side, contact), name, order: '~', cells: [0, 0, 0, 0, 0, 0, amount] }]
  })
}

/** What stands on the control account of a side at the end of a day, as the journal has it. */
export const onControlAccount = (given: Books, who: Cast, side: Side, day: string): number =>
  entriesOf(given, who)
    .filter(({ at: on, basis }) => basis !== 'CASH' && dayIn(given.zone, on) <= day)
    .flatMap(({ lines }) => lines)
    .filter(({ account_id }) => account_id === CONTROLS[side].owed)
    .reduce(
      (sum, { direction, amount }) => sum + ((direction === 'CREDIT') === (side === 'PAYABLE') ? amount : -amount),
      0,
    )
