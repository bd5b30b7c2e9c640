/** Aging, by the product and by hand-written SQL. */
import type pg from 'pg'
import type { Answers } from '../../src/answers.ts'
import type { BenchContext, Figure } from '../bench.ts'
import { callGateway, type Gateway } from '../tools/gateway.ts'
import { alternately, timeOf } from '../tools/measure.ts'
import { median, ratios } from '../tools/statistics.ts'
import { answerByHand, listByHand, sumByHand } from './hand-written.ts'
import type { LoadedBusiness } from './loaded-bills.ts'

const TARGET = { atMost: 1.25 }

export type AsOf = { day: string; name: string; isToday: boolean }
type Kind = 'summary' | 'documents'

type Aging = Answers['getApAging']

export const pathOf = ({ base }: LoadedBusiness, { day }: AsOf, kind: Kind): string =>
  `${base}/reports/unified/ap-aging?effective_date=${day}${kind === 'summary' ? '&include_documents=false' : ''}`

/** The request of the product, and the hand-written statement that it is compared with. */
type Comparison = {
  kind: Kind
  what: string
  /** Repetitions per sample of quick requests. */
  reads: number
  byHand: (db: pg.Pool, business: string, asOf: AsOf, columns: string) => Promise<unknown>
}

const COMPARISONS: readonly Comparison[] = [
  {
    kind: 'summary',
    what: 'by vendor / one SQL by hand',
    reads: 8,
    byHand: (db, business, { day, isToday }) => sumByHand(db, business, day, isToday),
  },
  {
    kind: 'documents',
    what: 'with all documents / one SQL by hand that answers the same JSON',
    reads: 1,
    byHand: answerByHand,
  },
  {
    kind: 'documents',
    what: 'with all documents as JSON / one SQL by hand that lists them as rows',
    reads: 1,
    byHand: (db, business, { day, isToday }) => listByHand(db, business, day, isToday),
  },
]

/** The report as of each of the days, in all comparisons. */
export async function aging(
  gateway: Gateway,
  reporting: pg.Pool,
  business: LoadedBusiness,
  days: readonly AsOf[],
  report: BenchContext['report'],
): Promise<void> {
  for (const asOf of days) await refuseOtherFigures(gateway, reporting, business, asOf)
  for (const { kind, what, reads, byHand } of COMPARISONS)
    for (const asOf of days) {
      const columns = await columnsOf(gateway, business, asOf)
      const { first, second } = await alternately(
        () => medianOf(reads, () => gateway.send('GET', pathOf(business, asOf, kind))),
        () => medianOf(reads, () => byHand(reporting, business.id, asOf, columns)),
      )
      const figure: Figure = {
        what: `AP aging of ${business.size.toLocaleString('en-US')} open bills ${asOf.name}, ${what}`,
        sides: `${median(first).toFixed(1)} ms / ${median(second).toFixed(1)} ms`,
        value: median(ratios(first, second)),
        target: TARGET,
        samples: { product_ms: first, by_hand_ms: second },
      }
      report([figure])
    }
}

/** The median time of a number of reads. */
export async function medianOf(reads: number, read: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let count = 0; count < reads; count++) times.push(await timeOf(read))
  return median(times)
}

const KEYS = [
  ['current', 'current'],
  ['1_30', 'days_1_30'],
  ['31_60', 'days_31_60'],
  ['61_90', 'days_61_90'],
  ['91_plus', 'days_91_plus'],
  ['total', 'total'],
] as const

/** A comparison is worth something only if both sides answer the same. */
async function refuseOtherFigures(
  gateway: Gateway,
  reporting: pg.Pool,
  business: LoadedBusiness,
  asOf: AsOf,
): Promise<void> {
  const { day, isToday } = asOf
  const sums = await sumByHand(reporting, business.id, day, isToday)
  const documents = await listByHand(reporting, business.id, day, isToday)
  if (documents.length !== business.size)
    throw new Error(`Expected ${business.size} open bills ${asOf.name}, found ${documents.length}.`)
  const expectedSums = sums.map((row) =>
    JSON.stringify([row.contact_id, row.name, ...KEYS.map(([, name]) => Number(row[name] ?? 0))]),
  )
  const expectedDocuments = documents.map(({ contact_id, item_id, owed }) =>
    JSON.stringify([contact_id, item_id, Number(owed)]),
  )
  for (const kind of ['summary', 'documents'] as const) {
    const { data } = await callGateway<'getApAging'>(gateway, pathOf(business, asOf, kind))
    const contacts = data.rows.slice(0, -1)
    const sumsOf = contacts.map((row) =>
      JSON.stringify([row.row_key, row.display_name, ...KEYS.map(([key]) => row.cells[key]?.value)]),
    )
    requireSame(`${kind}, sums ${asOf.name}`, sumsOf, expectedSums)
    if (kind === 'summary') continue
    const listed = contacts.flatMap(({ row_key, rows }) =>
      rows.map((row) => JSON.stringify([row_key, row.row_key, row.cells['total']?.value])),
    )
    requireSame(`documents ${asOf.name}`, listed, expectedDocuments)
  }
  const { data } = await callGateway<'getApAging'>(gateway, pathOf(business, asOf, 'documents'))
  const answer = await answerByHand(reporting, business.id, asOf, await columnsOf(gateway, business, asOf))
  const rowsOf = ({ rows }: Aging['data']): string[] => rows.map((row) => JSON.stringify(row))
  requireSame(`the answer ${asOf.name}`, rowsOf(data), rowsOf((JSON.parse(answer) as Aging).data))
}

/** As JSON, which a statement by hand has to be given: they are the same with and without documents. */
const columnsOf = async (gateway: Gateway, business: LoadedBusiness, asOf: AsOf): Promise<string> =>
  JSON.stringify((await callGateway<'getApAging'>(gateway, pathOf(business, asOf, 'summary'))).data.columns)

export function requireSame(what: string, found: readonly string[], expected: readonly string[]): void {
  if (found.length !== expected.length)
    throw new Error(`${what}: ${found.length} rows of the product, ${expected.length} by hand.`)
  const other = found.findIndex((row, index) => row !== expected[index])
  if (other >= 0) throw new Error(`${what}: the product has ${found[other]}, by hand it is ${expected[other]}.`)
}
