/** Books of a small business as a source tells them: leaves, trees and notes by definition, with nothing of the package. */
import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { hashOfLeaf, mth, proof } from './reference.test-helpers.ts'
import type { LogName, ReportRow, Source, ToldLeaf, ToldSeal } from './source.ts'

export const BUSINESS = '01a22602-2c58-741e-840a-5b325562bd94'
const ID = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
export const [CASH, SALES, RENT, RECEIVABLE, PAYABLE, CREDITS, EQUITY] = [1, 2, 3, 4, 5, 6, 7].map(ID) as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
]
export const CUSTOMER = ID(101)
export const VENDOR = ID(102)

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
export type Draft = {
  type: string
  id: string
  version: number
  event?: string
  state: Json
  personal?: Record<string, Json>
}

/** RFC 8785 for what is here: members in order of UTF-16, integers, and JSON's own strings. */
export function canonicalText(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`
  const names = Object.keys(value).sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalText(value[name] as Json)}`).join(',')}}`
}

const ed25519 = generateKeyPairSync('ed25519')
export const PUBLIC_KEY = Buffer.from(ed25519.publicKey.export({ format: 'jwk' }).x as string, 'base64url')

export const originOf = (log: LogName): string => `books.example.com/businesses/${BUSINESS}/${log.toLowerCase()}`

export type Signer = { publicKey: Buffer; privateKey: KeyObject }
export const SIGNER: Signer = { publicKey: PUBLIC_KEY, privateKey: ed25519.privateKey }

export function noteOf(origin: string, hashes: readonly Buffer[], { publicKey, privateKey } = SIGNER): string {
  const text = `${origin}\n${hashes.length}\n${mth(hashes).toString('base64')}\n`
  const key = createHash('sha256').update(`${origin}\n`).update(Buffer.of(1)).update(publicKey).digest().subarray(0, 4)
  return `${text}\n— ${origin} ${Buffer.concat([key, sign(null, Buffer.from(text), privateKey)]).toString('base64')}\n`
}

/** The log as it is sealed. */
export function sealedLog(
  log: LogName,
  drafts: readonly Draft[],
  recordedAt = (index: number): Date => new Date(Date.UTC(2026, 0, 1, 0, index)),
): ToldLeaf[] {
  return drafts.map(({ type, id, version, event = 'created', state, personal = {} }, index): ToldLeaf => {
    const disclosed = Object.entries(personal).map(([pointer, value]) => {
      const salt = createHash('sha256').update(`${log} ${index} ${pointer}`).digest()
      return { pointer, salt, value: canonicalText(value) }
    })
    const hidden = disclosed.map(({ pointer, salt, value }): [string, string] => [
      pointer,
      createHash('sha256').update(salt).update(value).digest('hex'),
    ])
    const leaf = {
      v: 1,
      log,
      business_id: BUSINESS,
      position: index + 1,
      recorded_at: recordedAt(index).toISOString(),
      aggregate_type: type,
      aggregate_id: id,
      version,
      event_type: event,
      event_id: ID(10_000 + index),
      request_id: null,
      actor: { subject: 'somebody', assurance: 'AUTHENTICATED' },
      state,
      hidden: Object.fromEntries(hidden),
    }
    return {
      position: index + 1,
      hash: hashOfLeaf(canonicalText(leaf)).toString('base64'),
      leaf,
      disclosed: disclosed.map((one) => ({ ...one, salt: one.salt.toString('base64') })),
    }
  })
}

export const hashesOf = (leaves: readonly ToldLeaf[]): Buffer[] =>
  leaves.map(({ hash }) => Buffer.from(hash as string, 'base64'))

export const sealOf = (log: LogName, leaves: readonly ToldLeaf[], signer = SIGNER): ToldSeal => {
  const hashes = hashesOf(leaves)
  const root = mth(hashes).toString('base64')
  return { log, size: leaves.length, root, origin: originOf(log), note: noteOf(originOf(log), hashes, signer) }
}

/** Seals of the log at these sizes and as it is, one after the other. */
export const sealsOf = (log: LogName, leaves: readonly ToldLeaf[], ...sizes: number[]): ToldSeal[] =>
  [...sizes, leaves.length]
    .filter((size, nth, all) => size <= leaves.length && size > (all[nth - 1] ?? 0))
    .map((size, nth, all) => ({ ...sealOf(log, leaves.slice(0, size)), previous_size: all[nth - 1] ?? 0 }))

const account = (id: string, type: string, stableName: string | null = null): Json => ({
  id,
  account_type: type,
  account_subtype: type,
  stable_name: stableName,
  normality: 'DEBIT',
  version: 1,
})

type LineDraft = [accountId: string, debit: number, more?: Record<string, Json>]

export const entry = (
  n: number,
  day: string,
  basis: string,
  lines: LineDraft[],
  more: Record<string, Json> = {},
): Draft => ({
  type: 'entry',
  id: ID(n),
  version: 1,
  event: 'posted',
  personal: { '/memo': `entry ${n}` },
  state: {
    id: ID(n),
    basis,
    entry_type: 'MANUAL',
    entry_at: `${day}T12:00:00.000Z`,
    ...more,
    line_items: lines.map(([accountId, debit, rest = {}], index) => ({
      id: ID(n * 100 + index),
      account_id: accountId,
      amount: Math.abs(debit),
      direction: debit > 0 ? 'DEBIT' : 'CREDIT',
      ...rest,
    })),
  },
})

export const INVOICE = ID(201)
export const BILL = ID(202)
export const CREDIT = ID(203)

/** A sale, an invoice that is paid in part, a bill that a credit reduces, journal lines, prepayment, and a closed year. */
export const LEDGER: Draft[] = [
  { type: 'business', id: BUSINESS, version: 1, state: { time_zone: 'UTC' }, personal: { '/legal_name': 'Café' } },
  {
    type: 'chart',
    id: BUSINESS,
    version: 1,
    state: {
      accounts: [
        account(CASH, 'ASSET'),
        account(SALES, 'REVENUE'),
        account(RENT, 'EXPENSE'),
        account(RECEIVABLE, 'ASSET', 'ACCOUNTS_RECEIVABLE'),
        account(PAYABLE, 'LIABILITY', 'ACCOUNTS_PAYABLE'),
        account(CREDITS, 'LIABILITY', 'CUSTOMER_CREDITS'),
      ],
    },
  },
  { type: 'account', id: EQUITY, version: 1, state: account(EQUITY, 'EQUITY', 'RETAINED_EARNINGS') },
  entry(301, '2025-03-01', 'BOTH', [
    [CASH, 10_000],
    [SALES, -10_000],
  ]),
  entry(
    302,
    '2025-12-31',
    'BOTH',
    [
      [SALES, 10_000],
      [EQUITY, -10_000],
    ],
    { entry_type: 'CLOSING_ACTION_RETAINED_EARNINGS' },
  ),
  entry(303, '2026-01-10', 'ACCRUAL', [
    [RECEIVABLE, 5_000, { document_id: INVOICE, customer_id: CUSTOMER }],
    [SALES, -5_000],
  ]),
  entry(304, '2026-01-20', 'ACCRUAL', [
    [CASH, 2_000],
    [RECEIVABLE, -2_000, { document_id: INVOICE, customer_id: CUSTOMER }],
  ]),
  entry(305, '2026-01-20', 'CASH', [
    [CASH, 2_000],
    [SALES, -2_000],
  ]),
  entry(306, '2026-02-01', 'ACCRUAL', [
    [RENT, 3_000],
    [PAYABLE, -3_000, { document_id: BILL, vendor_id: VENDOR }],
  ]),
  entry(307, '2026-02-02', 'ACCRUAL', [
    [PAYABLE, 800, { document_id: CREDIT, vendor_id: VENDOR }],
    [RENT, -800],
  ]),
  entry(308, '2026-02-03', 'BOTH', [
    [RENT, 40],
    [PAYABLE, -40],
  ]),
  entry(309, '2026-02-04', 'BOTH', [
    [CASH, 70],
    [CREDITS, -70, { customer_id: CUSTOMER }],
  ]),
  {
    ...entry(301, '2025-03-01', 'BOTH', []),
    version: 2,
    event: 'tagged',
    state: { id: ID(301), transaction_tags: [] },
  },
]

export const BILLING: Draft[] = [
  { type: 'invoice', id: INVOICE, version: 1, state: { customer_id: CUSTOMER, outstanding_balance: 5_000 } },
  {
    type: 'invoice',
    id: INVOICE,
    version: 2,
    event: 'changed',
    state: { customer_id: CUSTOMER, outstanding_balance: 3_000 },
  },
  { type: 'vendor_credit', id: CREDIT, version: 1, state: { vendor_id: VENDOR, unallocated_amount: 300 } },
  {
    type: 'bill',
    id: BILL,
    version: 1,
    state: {
      vendor_id: VENDOR,
      is_expense: false,
      outstanding_balance: 2_500,
      vendor_credits: [{ vendor_credit_id: CREDIT, amount: 500, counts_from: '2026-02-05T00:00:00.000Z' }],
    },
  },
  { type: 'bill', id: ID(204), version: 1, state: { vendor_id: null, is_expense: true, outstanding_balance: 0 } },
]

const row = (key: string, cells: Record<string, number>, rows: ReportRow[] = []): ReportRow => ({
  row_key: key,
  display_name: key,
  cells: Object.fromEntries(Object.entries(cells).map(([name, value]) => [name, { value }])),
  rows,
})
const total = (key: string, value: number, rows: ReportRow[] = []): ReportRow => row(key, { total: value }, rows)

/** What the reports of these books say, worked out by hand. */
export const REPORTS: Record<string, ReportRow[]> = {
  'trial-balance ACCRUAL': [
    row(CASH, { debit: 12_070, credit: 0 }),
    row(RECEIVABLE, { debit: 3_000, credit: 0 }),
    row(PAYABLE, { debit: 0, credit: 2_240 }),
    row(CREDITS, { debit: 0, credit: 70 }),
    row(EQUITY, { debit: 0, credit: 10_000 }),
    row(SALES, { debit: 0, credit: 5_000 }),
    row(RENT, { debit: 2_240, credit: 0 }),
    row('TOTAL', { debit: 17_310, credit: 17_310 }),
  ],
  'trial-balance CASH': [
    row(CASH, { debit: 12_070, credit: 0 }),
    row(PAYABLE, { debit: 0, credit: 40 }),
    row(CREDITS, { debit: 0, credit: 70 }),
    row(EQUITY, { debit: 0, credit: 10_000 }),
    row(SALES, { debit: 0, credit: 2_000 }),
    row(RENT, { debit: 40, credit: 0 }),
    row('TOTAL', { debit: 12_110, credit: 12_110 }),
  ],
  'balance-sheet ACCRUAL': [
    total('ASSETS', 15_070, [total('CURRENT_ASSETS', 15_070, [total(CASH, 12_070), total(RECEIVABLE, 3_000)])]),
    total('LIABILITIES', 2_310, [total('CURRENT_LIABILITIES', 2_310, [total(PAYABLE, 2_240), total(CREDITS, 70)])]),
    total('EQUITY', 12_760, [total(EQUITY, 10_000), total('NET_INCOME', 2_760)]),
    total('TOTAL', 15_070),
  ],
  'balance-sheet CASH': [
    total('ASSETS', 12_070, [total(CASH, 12_070)]),
    total('LIABILITIES', 110, [total(PAYABLE, 40), total(CREDITS, 70)]),
    total('EQUITY', 11_960, [total(EQUITY, 10_000), total('NET_INCOME', 1_960)]),
    total('TOTAL', 12_070),
  ],
  'profit-and-loss ACCRUAL': [
    total('INCOME', 15_000, [total(SALES, 15_000)]),
    total('OPERATING_EXPENSES', 2_240, [total(RENT, 2_240)]),
    total('TOTAL', 12_760),
  ],
  'profit-and-loss CASH': [
    total('INCOME', 12_000, [total(SALES, 12_000)]),
    total('OPERATING_EXPENSES', 40, [total(RENT, 40)]),
    total('TOTAL', 11_960),
  ],
  'unified/ap-aging': [
    row(VENDOR, { current: 0, total: 2_200, unapplied: 0 }),
    row('NO_VENDOR', { current: 0, total: 40, unapplied: 0 }),
    row('TOTAL', { current: 0, total: 2_240, unapplied: 0 }),
  ],
  'unified/ar-aging': [
    row(CUSTOMER, { current: 3_000, total: 3_000, unapplied: 70 }),
    row('TOTAL', { current: 3_000, total: 3_000, unapplied: 70 }),
  ],
}

export type CurrentState = { aggregate_type: string; aggregate_id: string; version: number; state: object }

/** What there is of everything but entries when its last leaf is right; accounts come with their chart. */
export function statesOf(drafts: readonly Draft[]): CurrentState[] {
  const states = new Map<string, CurrentState>()
  const put = (type: string, id: string, version: number, state: object): void =>
    void states.set(`${type} ${id}`, { aggregate_type: type, aggregate_id: id, version, state })
  for (const { type, id, version, state, personal = {} } of drafts) {
    const whole = { ...(state as object) }
    for (const [pointer, value] of Object.entries(personal)) Object.assign(whole, { [pointer.slice(1)]: value })
    if (type === 'chart')
      for (const one of (state as { accounts: { id: string }[] }).accounts) put('account', one.id, 1, one)
    else if (type !== 'entry') put(type, id, version, whole)
  }
  return [...states.values()].toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))
}

/** Where it stands among all. */
export const placeOf = (one: CurrentState): string => `${one.aggregate_type}.${one.aggregate_id}`

export class MemorySource implements Source {
  logs: Record<LogName, ToldLeaf[]>
  seals: ToldSeal[]
  current: Record<LogName, unknown[]>
  /** What proofs are made of. */
  hashes: Record<LogName, Buffer[]>
  published = [PUBLIC_KEY.toString('base64')]
  reports: Record<string, ReportRow[] | undefined> = structuredClone(REPORTS)
  asked: { name: string; parameters: Record<string, string> }[] = []

  constructor(ledger: readonly Draft[] = LEDGER, billing: readonly Draft[] = BILLING) {
    this.logs = { LEDGER: sealedLog('LEDGER', ledger), BANKING: [], BILLING: sealedLog('BILLING', billing) }
    this.current = { LEDGER: statesOf(ledger), BANKING: [], BILLING: statesOf(billing) }
    this.hashes = { LEDGER: hashesOf(this.logs.LEDGER), BANKING: [], BILLING: hashesOf(this.logs.BILLING) }
    this.seals = [sealOf('LEDGER', this.logs.LEDGER), sealOf('BILLING', this.logs.BILLING)]
  }

  keys = (): Promise<string[]> => Promise.resolve(this.published)
  latest = (): Promise<ToldSeal[]> => Promise.resolve(this.seals)
  async *leaves(log: LogName, after = 0): AsyncGenerator<ToldLeaf> {
    yield* await Promise.resolve(this.logs[log].slice(after))
  }
  async *states(log: LogName): AsyncGenerator<unknown> {
    yield* await Promise.resolve(this.current[log])
  }
  consistency = (log: LogName, from: number, to: number): Promise<string[] | undefined> =>
    Promise.resolve(proof(from, this.hashes[log].slice(0, to)).map((hash) => hash.toString('base64')))
  report(name: string, parameters: Record<string, string>): Promise<ReportRow[] | undefined> {
    this.asked.push({ name, parameters })
    return Promise.resolve(this.reports[[name, parameters.reporting_basis].filter(Boolean).join(' ')])
  }
}
