/** What must be true of the aging of businesses, whatever happened in their stack. */
import { isDeepStrictEqual } from 'node:util'
import type { Stack } from '@pacioli/dev-stack'
import { DomainError } from '@pacioli/errors'
import { ReportsService } from '@pacioli/protos/reporting'
import { clientOfStreams, type StreamingClient } from '@pacioli/rpc'
import { waitFor } from '@pacioli/testing'
import { expect } from 'vitest'
import {
  controlsInLedger,
  settledBusinesses,
  sourcesInReporting,
  sourcesOfOwners,
  withDatabases,
  type AgedDocument,
  type AgingSources,
  type BusinessRow,
  type ControlMove,
  type Databases,
  type Kind,
} from './aging-sources.ts'
import type { Answers, ReportRow } from './answers.ts'
import { CATCH_UP_MS } from './fault-checks.ts'

/** A running stack. */
export interface AgedStack {
  postgresAdminUrl: string
  /** host:port */
  reportingGrpc: string
}

export const agedStack = ({ postgresAdminUrl, services }: Stack): AgedStack => ({
  postgresAdminUrl,
  reportingGrpc: services['reporting-svc'].address,
})

/** The last possible day. */
const LAST_DAY = '9998-12-31'

/** Whose documents each report has, and the sign of what is owed. */
const SIDES: Record<'AP_AGING' | 'AR_AGING', { kinds: readonly Kind[]; sign: bigint; control: string; other: string }> =
  {
    AP_AGING: {
      kinds: ['BILL', 'VENDOR_CREDIT'],
      sign: 1n,
      control: 'ACCOUNTS_PAYABLE',
      other: 'VENDOR_PREPAYMENTS',
    },
    AR_AGING: { kinds: ['INVOICE'], sign: -1n, control: 'ACCOUNTS_RECEIVABLE', other: 'CUSTOMER_CREDITS' },
  }
type Side = keyof typeof SIDES
type Reports = StreamingClient<typeof ReportsService>

/**
 * Outstanding amounts of open documents, by document, by vendor or customer, and in total; and of everything, journal lines
 * included, which is the balance of the control account, with what is unapplied.
 */
type Aging = {
  documents: Record<string, Owed>
  contacts: Record<string, Owed>
  total: Owed
  onControl: Owed
  unapplied: Owed
}
type Owed = bigint | undefined

/** reporting-svc has permits for as many. */
const AT_ONCE = 4

const OUT_OF_RANGE = 'AmountOutOfRange'

/**
 * Waits until reporting has, for every document, what is owed of it according to billing, and for every day the changes
 * by lines of the ledger and credits of bills. Both agings of every business with documents then show it, for each
 * document, each contact and in total: as of the last possible day, and as of one amid the changes. With the lines of the
 * journal they come to the balance of the control account, and what is unapplied to that of its own.
 * @param only these businesses; all of the stack by default
 * @returns how many documents are outstanding
 */
export async function expectAging(
  { postgresAdminUrl, reportingGrpc }: AgedStack,
  only?: readonly string[],
): Promise<number> {
  const { businesses, owners, controls } = await withDatabases(postgresAdminUrl, (databases) =>
    expectCaughtUp(databases, only),
  )
  const onControls = Map.groupBy(controls, businessOf)
  const [documents, moves] = [Map.groupBy(owners.documents, businessOf), Map.groupBy(owners.moves, businessOf)]
  const { client, close } = clientOfStreams(ReportsService, { target: reportingGrpc, count: 1 })
  try {
    const left = businesses.values()
    const work = async (): Promise<void> => {
      for (const business of left)
        await expectReports(client, business, {
          documents: documents.get(business.id) ?? [],
          moves: moves.get(business.id) ?? [],
          controls: onControls.get(business.id) ?? [],
        })
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
  } finally {
    close()
  }
  return owners.documents.filter(({ owed }) => owed !== '0').length
}

const businessOf = ({ business_id }: { business_id: string }): string => business_id

/** @returns what the owners have, and so reporting */
async function expectCaughtUp(
  databases: Databases,
  only: readonly string[] | undefined,
): Promise<{ businesses: BusinessRow[]; owners: AgingSources; controls: ControlMove[] }> {
  const businesses = await settledBusinesses(databases, only)
  const owners = await sourcesOfOwners(databases, businesses)
  let reported: AgingSources | undefined
  const isTold = async (): Promise<boolean> => {
    reported = await sourcesInReporting(databases, businesses)
    return isDeepStrictEqual(reported, owners)
  }
  // What differs in the end says more than that it does.
  await waitFor('aging to catch up', isTold, { timeoutMs: CATCH_UP_MS, everyMs: 50 }).catch(() => undefined)
  expect(reported).toEqual(owners)
  return { businesses, owners, controls: await controlsInLedger(databases, businesses) }
}

async function expectReports(
  reports: Reports,
  business: BusinessRow,
  { documents, moves, controls }: AgingSources & { controls: readonly ControlMove[] },
) {
  const days = moves.map(({ day }) => day).sort()
  const between = days[days.length >> 1] ?? LAST_DAY
  const until = Map.groupBy(
    moves.filter(({ day }) => day <= between),
    ({ id }) => id,
  )
  const owedThen = documents.map((document) => {
    const moved = until.get(document.id)?.map(({ amount }) => BigInt(amount)) ?? []
    return { ...document, owed: String(sum(moved)) }
  })
  const sides = (['AP_AGING', 'AR_AGING'] as const).filter(
    (side) =>
      documents.some(({ kind }) => SIDES[side].kinds.includes(kind)) ||
      controls.some(({ account }) => [SIDES[side].control, SIDES[side].other].includes(account)),
  )
  for (const side of sides) {
    const shown = await Promise.all([between, LAST_DAY].map((day) => agingOf(reports, business, side, day)))
    expect([business.id, side, ...shown]).toEqual([
      business.id,
      side,
      agingFrom(owedThen, side, (account) => standing(controls, account, between)),
      agingFrom(documents, side, (account) => standing(controls, account, LAST_DAY)),
    ])
  }
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)

/** On an account at the end of a day, credits less debits. */
const standing = (controls: readonly ControlMove[], account: string, until: string): bigint =>
  sum(controls.filter((one) => one.account === account && one.day <= until).map(({ amount }) => BigInt(amount)))

/** The expected report of documents: a refusal where a sum cannot be exact in JSON. */
function agingFrom(
  documents: readonly AgedDocument[],
  side: Side,
  balanceOf: (account: string) => bigint,
): Aging | typeof OUT_OF_RANGE {
  const { kinds, sign, control, other } = SIDES[side]
  const open = documents.filter(({ kind, owed }) => kinds.includes(kind) && owed !== '0')
  const owedOf = ({ owed }: AgedDocument): bigint => sign * BigInt(owed)
  const contacts = [...Map.groupBy(open, ({ contact_id }) => contact_id)].map(
    ([id, theirs]) => [id, sum(theirs.map(owedOf))] as const,
  )
  const total = sum(open.map(owedOf))
  const [onControl, unapplied] = [sign * balanceOf(control), -sign * balanceOf(other)]
  if (
    [total, onControl, unapplied, ...contacts.map(([, owed]) => owed)].some((one) => !Number.isSafeInteger(Number(one)))
  )
    return OUT_OF_RANGE
  return {
    documents: Object.fromEntries(open.map((one) => [one.id, owedOf(one)])),
    contacts: Object.fromEntries(contacts),
    total,
    onControl,
    unapplied,
  }
}

/** The total of a row, which equals the sum of its buckets. */
function totalOf(key: string, { total: shown, unapplied: _, ...buckets }: ReportRow['cells']): bigint {
  const amounts = Object.values(buckets).map((cell) => BigInt(String(cell?.value)))
  const total = BigInt(String(shown?.value))
  expect([key, sum(amounts)]).toEqual([key, total])
  return total
}

/** The report; checks that the buckets of each row sum to its total. */
async function agingOf(
  reports: Reports,
  { id, client_id }: BusinessRow,
  report: Side,
  effective_date: string,
): Promise<Aging | string> {
  const context = { requestId: 'e2e', clientId: client_id, businessId: id }
  const aging: Aging = { documents: {}, contacts: {}, total: 0n, onControl: undefined, unapplied: undefined }
  try {
    const pieces = await Array.fromAsync(reports.GetReport({ report, effective_date }, { context }))
    const text = Buffer.concat(pieces.map(({ json }) => json)).toString()
    const { data } = JSON.parse(text) as Answers['getApAging']
    for (const { row_key, cells, rows } of data.rows) {
      const total = totalOf(row_key, cells)
      if (row_key === 'TOTAL') {
        aging.onControl = total
        aging.unapplied = BigInt(String(cells.unapplied?.value))
        continue
      }
      expect([row_key, sum(rows.map((one) => totalOf(one.row_key, one.cells)))]).toEqual([row_key, total])
      // What no document owns is named after whom it stands under.
      const documents = rows.filter((one) => !one.row_key.startsWith(`${row_key}.`))
      for (const document of documents) aging.documents[document.row_key] = totalOf(document.row_key, document.cells)
      const owed = sum(documents.map((one) => totalOf(one.row_key, one.cells)))
      if (documents.length > 0) aging.contacts[row_key] = owed
      aging.total = (aging.total ?? 0n) + owed
    }
  } catch (error) {
    if (error instanceof DomainError) return error.errorEnum
    throw error
  }
  return aging
}
