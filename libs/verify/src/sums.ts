/** The sums of the books, from the leaves alone (docs/POSTING-RULES.md). Amounts are minor units. Pure. */
import { CLOSING_ENTRY } from './closings.ts'
import type { Finding } from './finding.ts'
import { isMoment, isRecord, nameOf, type Leaf, type State } from './leaf.ts'
import type { LogName } from './source.ts'

export const BASES = ['ACCRUAL', 'CASH'] as const
export type Basis = (typeof BASES)[number]

export type Account = { type: string; stableName: string | null }

/** Debits less credits. BigInt, because sums of safe integers need not be safe. */
export type Figures = { lines: number; net: bigint; closings: bigint }

/** What a customer or vendor is owed or owes beside documents, in the accrual books: credits less debits. */
export type PartySums = { journal: bigint; unapplied: bigint }

type Parties = Record<Side, Map<string, PartySums>>

/** The control accounts of a side, by stable name. */
export const SIDES = {
  PAYABLE: { party: 'vendor_id', account: 'ACCOUNTS_PAYABLE', unapplied: 'VENDOR_PREPAYMENTS' },
  RECEIVABLE: { party: 'customer_id', account: 'ACCOUNTS_RECEIVABLE', unapplied: 'CUSTOMER_CREDITS' },
} as const
export type Side = keyof typeof SIDES

export type Document = {
  side: Side
  name: string
  position: number
  recordedAt: string
  contactId: string
  /** What its last version says is open: below zero for a vendor credit. */
  open: bigint
  openField: string
  /** What of vendor credits is allocated to a bill: it posts nothing in the accrual books. */
  credits: { id: string; amount: bigint }[]
}

/** How entries moved a document, credits less debits, when last, and on which accounts. */
type Moves = { amount: bigint; recordedAt: string; accountIds: ReadonlySet<string> }

type Line = { accountId: string; amount: bigint; fields: State }

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const amountOf = (value: unknown): bigint | undefined =>
  Number.isSafeInteger(value) ? BigInt(value as number) : undefined
const membersOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

export class Sums {
  readonly accounts = new Map<string, Account>()
  readonly figures: Record<Basis, Map<string, Figures>> = { ACCRUAL: new Map(), CASH: new Map() }
  readonly documents = new Map<string, Document>()
  readonly moves = new Map<string, Moves>()
  /** Everything that billing has leaves of. */
  readonly billed = new Set<string>()
  /** When the last leaf was recorded. */
  lastRecordedAt = ''
  /** By account, then by customer and by vendor: of which side an account is, a later leaf may say. */
  readonly #byParty = new Map<string, Parties>()
  /** Days in UTC: those of the business are at most one day off. */
  firstDay: string | undefined
  lastDay: string | undefined
  /** Whether the ledger's log begins with the business: what was before a log is not in the sums. */
  isWhole = false

  add(log: LogName, leaf: Leaf): Finding[] {
    const { aggregate_type: type, state, position, version } = leaf
    if (log === 'LEDGER' && position === 1) this.isWhole = type === 'business' && version === 1
    if (leaf.recorded_at > this.lastRecordedAt) this.lastRecordedAt = leaf.recorded_at
    if (log === 'BILLING') this.billed.add(leaf.aggregate_id)
    if (!state) return []
    if (log === 'BILLING') return this.#addDocument(leaf, state)
    if (log !== 'LEDGER') return []
    if (type === 'chart') return membersOf(state.accounts).flatMap((account) => this.#addAccount(leaf, account))
    if (type === 'account') return this.#addAccount(leaf, state)
    return type === 'entry' && version === 1 ? this.#addEntry(leaf, state) : []
  }

  /** What stands under each party on a side, on an account with this stable name. */
  partiesOn(stableName: string, side: Side): Map<string, PartySums> {
    const sums = new Map<string, PartySums>()
    for (const [accountId, parties] of this.#byParty)
      if (this.accounts.get(accountId)?.stableName === stableName)
        for (const [party, { journal, unapplied }] of parties[side]) {
          const sum = sums.get(party) ?? { journal: 0n, unapplied: 0n }
          sums.set(party, { journal: sum.journal + journal, unapplied: sum.unapplied + unapplied })
        }
    return sums
  }

  #addAccount(leaf: Leaf, state: unknown): Finding[] {
    const { id, account_type: type, stable_name: stableName } = isRecord(state) ? state : {}
    if (typeof id !== 'string' || typeof type !== 'string') {
      const where = { log: leaf.log, position: leaf.position, aggregate: nameOf(leaf) }
      return [{ ...where, problem: 'expected an account with an id and a type' }]
    }
    this.accounts.set(id, { type, stableName: textOf(stableName) })
    return []
  }

  #addEntry(leaf: Leaf, state: State): Finding[] {
    const where = { log: leaf.log, position: leaf.position, aggregate: nameOf(leaf) }
    const bases = BASES.filter((basis) => state.basis === basis || state.basis === 'BOTH')
    if (bases.length === 0) return [{ ...where, field: '/basis', problem: 'expected ACCRUAL, CASH or BOTH' }]
    const findings: Finding[] = []
    const lines: Line[] = []
    for (const [index, fields] of membersOf(state.line_items)
      .map((line) => (isRecord(line) ? line : {}))
      .entries()) {
      const amount = amountOf(fields.amount)
      const accountId = textOf(fields.account_id)
      if (amount === undefined || accountId === null || (fields.direction !== 'DEBIT' && fields.direction !== 'CREDIT'))
        findings.push({
          ...where,
          field: `/line_items/${index}`,
          problem: 'expected an account, an amount and a direction',
        })
      else lines.push({ accountId, amount: fields.direction === 'DEBIT' ? amount : -amount, fields })
    }
    const excess = lines.reduce((sum, { amount }) => sum + amount, 0n)
    if (!Array.isArray(state.line_items))
      findings.push({ ...where, field: '/line_items', problem: 'expected a list of lines' })
    if (excess !== 0n && findings.length === 0)
      findings.push({ ...where, field: '/line_items', problem: `debits exceed credits by ${excess}` })
    if (!this.#addDay(state.entry_date ?? state.entry_at))
      findings.push({ ...where, field: '/entry_at', problem: 'expected a moment' })
    for (const line of lines) this.#addLine(line, bases, state.entry_type === CLOSING_ENTRY, leaf.recorded_at)
    return findings
  }

  #addLine({ accountId, amount, fields }: Line, bases: readonly Basis[], isClosing: boolean, recordedAt: string): void {
    for (const basis of bases) {
      const sum = this.figures[basis].get(accountId) ?? { lines: 0, net: 0n, closings: 0n }
      sum.lines += 1
      sum.net += amount
      if (isClosing) sum.closings += amount
      this.figures[basis].set(accountId, sum)
    }
    if (!bases.includes('ACCRUAL')) return
    const documentId = textOf(fields.document_id)
    if (documentId !== null) {
      const before = this.moves.get(documentId)
      this.moves.set(documentId, {
        amount: (before?.amount ?? 0n) - amount,
        recordedAt,
        accountIds: new Set(before?.accountIds).add(accountId),
      })
    }
    const parties: Parties = this.#byParty.get(accountId) ?? { PAYABLE: new Map(), RECEIVABLE: new Map() }
    this.#byParty.set(accountId, parties)
    for (const side of ['PAYABLE', 'RECEIVABLE'] as const) {
      const party = textOf(fields[SIDES[side].party]) ?? ''
      const sum = parties[side].get(party) ?? { journal: 0n, unapplied: 0n }
      sum.unapplied -= amount
      if (documentId === null) sum.journal -= amount
      parties[side].set(party, sum)
    }
  }

  #addDocument(leaf: Leaf, state: State): Finding[] {
    const kind = KINDS.get(leaf.aggregate_type)
    if (!kind || state.is_expense === true) return []
    const open = amountOf(state[kind.openField])
    const contactId = textOf(state[SIDES[kind.side].party])
    const where = { log: leaf.log, position: leaf.position, aggregate: nameOf(leaf) }
    if (open === undefined) return [{ ...where, field: `/${kind.openField}`, problem: 'expected an amount' }]
    if (contactId === null) return [{ ...where, field: `/${SIDES[kind.side].party}`, problem: 'expected an id' }]
    const findings: Finding[] = []
    const credits: Document['credits'] = []
    for (const [index, part] of membersOf(state.vendor_credits).entries()) {
      const [id, amount] = isRecord(part) ? [textOf(part.vendor_credit_id), amountOf(part.amount)] : []
      const hasDay = isRecord(part) && this.#addDay(part.counts_from ?? part.allocated_at)
      if (typeof id === 'string' && amount !== undefined) credits.push({ id, amount })
      if (typeof id !== 'string' || amount === undefined || !hasDay)
        findings.push({
          ...where,
          field: `/vendor_credits/${index}`,
          problem: 'expected a vendor credit, an amount and a moment',
        })
    }
    this.documents.set(leaf.aggregate_id, {
      ...kind,
      name: nameOf(leaf),
      position: leaf.position,
      recordedAt: leaf.recorded_at,
      contactId,
      open: kind.openField === 'unallocated_amount' ? -open : open,
      credits,
    })
    return findings
  }

  /** @returns whether it is one */
  #addDay(moment: unknown): boolean {
    if (!isMoment(moment)) return false
    const day = moment.slice(0, 10)
    if (this.firstDay === undefined || day < this.firstDay) this.firstDay = day
    if (this.lastDay === undefined || day > this.lastDay) this.lastDay = day
    return true
  }
}

const KINDS: ReadonlyMap<string, Pick<Document, 'side' | 'openField'>> = new Map([
  ['bill', { side: 'PAYABLE', openField: 'outstanding_balance' }],
  ['vendor_credit', { side: 'PAYABLE', openField: 'unallocated_amount' }],
  ['invoice', { side: 'RECEIVABLE', openField: 'outstanding_balance' }],
])
