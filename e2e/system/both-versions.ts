/**
 * Both versions answer the same about the same books, while each service has a process of either: whichever wrote them
 * and whichever answers. More fields in this version are no difference.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Stack } from '@pacioli/dev-stack'
import { waitFor } from '@pacioli/testing'
import { expect } from 'vitest'
import type { FeedEvent } from '../src/answers.ts'
import { Api, type Call } from '../src/api.ts'
import type { Books } from '../src/books.ts'
import type { Contract, Operation } from '../src/contract.ts'
import { CATCH_UP_MS } from '../src/fault-checks.ts'
import type { OperationId } from '../src/index.ts'
import { sheetsIn } from '../src/sheets.ts'

/**
 * Requests to each gateway, one after the other: it rotates over two connections to each service, so both processes
 * answer.
 */
const TIMES = 4

/** Of all that the load has written, and as much of it as there may be in an answer. */
const DAYS: Record<string, string> = { start_date: '2020-01-01', end_date: '2030-12-31', effective_date: '2030-12-31' }
const LIMIT = 500

type Question = { operation: OperationId; query: Call['query'] }

const isExport = (operation: string): boolean => operation.startsWith('export')
/** Their sheets have columns that those of the previous version have not. */
const OTHER_SHEETS = ['exportApAging', 'exportArAging', 'exportGeneralLedger']

/** This version leaves the control accounts out. */
const OTHER_RULES = ['listCategories']

/** All reads of a business as a whole; with or without reports as files, which take long. */
const questionsOf = (contract: Contract, withFiles: boolean): Question[] =>
  [...contract.operations.values()]
    .filter(({ method, path, operationId }) => {
      const isOfBusiness = path.includes('{businessId}') && !path.replace('{businessId}', '').includes('{')
      const isAsked = isExport(operationId) ? withFiles && !OTHER_SHEETS.includes(operationId) : true
      return method === 'GET' && isOfBusiness && isAsked && !OTHER_RULES.includes(operationId)
    })
    .flatMap((operation) => {
      const asked = { operation: operation.operationId as OperationId, query: queryOf(operation) }
      const isByBasis = operation.parameters.some(({ name }) => name === 'reporting_basis')
      if (!isByBasis) return [asked]
      return ['ACCRUAL', 'CASH'].map((reporting_basis) => ({ ...asked, query: { ...asked.query, reporting_basis } }))
    })

function queryOf({ parameters }: Operation): Record<string, string | number> {
  const query: Record<string, string | number> = {}
  for (const { name, schema } of parameters) {
    if (DAYS[name] !== undefined) query[name] = DAYS[name]
    if (name === 'limit') query[name] = Math.min(LIMIT, schema.maximum ?? LIMIT)
  }
  return query
}

type Said = { before: unknown[]; now: unknown[] }

/** What this version shows beside what the previous one has: columns and rows, which are no fields. */
const NEW_COLUMNS: Record<string, readonly string[]> = {
  getApAging: ['unapplied'],
  getArAging: ['unapplied'],
  getGeneralLedger: ['party'],
}

type ShownRow = { row_key: string; cells: Record<string, { lines_url?: unknown }>; rows: ShownRow[] }
type ShownReport = { type: string; business_id: string; columns: { column_key: string }[]; rows: ShownRow[] }

/** More figures of this version lead to their lines, and none leads to lines of the other side. */
const withoutLink = ({ lines_url: _url, ...cell }: { lines_url?: unknown }): object => cell

/**
 * A report without them, and without what it says of itself: either gateway passes on what either version has made. The
 * load posts nothing on control accounts but documents.
 */
export function asBefore(operation: string, body: { data?: unknown }): unknown {
  if (operation === 'listEvents' || operation === 'listAuditLog') return withoutSeals(body)
  const report = body.data as ShownReport | undefined
  if (report?.type !== 'Unified_Report') return body
  const { type, business_id, columns, rows } = report
  const added = NEW_COLUMNS[operation] ?? []
  const isOwed = ({ row_key }: ShownRow): boolean => !row_key.endsWith('.unapplied')
  const withoutAdded = (row: ShownRow): ShownRow => ({
    ...row,
    cells: Object.fromEntries(
      Object.entries(row.cells).flatMap(([key, cell]) => (added.includes(key) ? [] : [[key, withoutLink(cell)]])),
    ),
    rows: row.rows.filter(isOwed).map(withoutAdded),
  })
  const shown = rows
    .map(withoutAdded)
    .filter((row, index) => row.rows.length > 0 || (rows[index]?.rows.length ?? 0) === 0)
  return {
    data: {
      type,
      business_id,
      columns: columns.filter(({ column_key }) => !added.includes(column_key)),
      rows: shown,
    },
  }
}

/** Seals are told of behind the writes, at any time. */
const withoutSeals = ({ data }: { data?: unknown }): unknown => ({
  data: (data as Pick<FeedEvent, 'aggregate_type'>[] | undefined)?.filter(
    ({ aggregate_type }) => aggregate_type !== 'seal',
  ),
})

/** All answers include that of the previous version: what no version answers is no promise. */
function isTheSame({ before: [one, ...others], now }: Said): boolean {
  if (!others.every((other) => isDeepStrictEqual(other, one))) return false
  try {
    for (const said of now) expect(said).toMatchObject(one as object)
    return true
  } catch {
    return false
  }
}

/**
 * The content of a file, sheet by sheet, below its heading: this version says there more of what the report is, and has a sheet of
 * its seal.
 */
async function cellsOf(url: string): Promise<unknown[]> {
  const all = (await sheetsIn(await (await fetch(url)).arrayBuffer())).sheets
  const sheets = all.filter(({ name }) => name !== 'Seal')
  return sheets.map((sheet) => {
    // Formulas name rows, and the heading is longer in this version.
    sheet.eachRow((row) => row.eachCell((cell) => (cell.value = cell.result ?? cell.value)))
    const rows = sheet.getSheetValues()
    return [
      sheet.name,
      rows.slice(rows.findIndex((row, number) => number > 0 && !(row as unknown[] | undefined)?.length)),
    ]
  })
}

/** A refusal by its name, since it has the id of its request in it, and a link by what it leads to. */
async function toldIn(operation: string, { status, text }: { status: number; text: string }): Promise<unknown> {
  const body = JSON.parse(text) as { error_enum?: string; data?: { presignedUrl?: string } }
  if (status !== 200) return body.error_enum
  return isExport(operation) ? cellsOf(body.data?.presignedUrl ?? '') : asBefore(operation, body)
}

/** @returns how many reads were answered, rather than refused by both */
export async function expectBothSayTheSame(
  { replicas }: Pick<Stack, 'replicas'>,
  { api }: Books,
  { withFiles = false } = {},
): Promise<number> {
  const [before, now] = replicas.gateway.map(({ address }) => new Api(address, api.contract, api)) as [Api, Api]
  let answered = 0
  for (const { operation, query } of questionsOf(api.contract, withFiles)) {
    const ask = async (one: Api): Promise<unknown[]> => {
      const answers = []
      for (let time = 0; time < TIMES; time++) {
        const answer = await one.call(operation, { query })
        answers.push({ operation, status: answer.status, body: await toldIn(operation, answer) })
      }
      return answers
    }
    const askBoth = async (): Promise<Said> => {
      const [ofBefore, ofNow] = await Promise.all([ask(before), ask(now)])
      return { before: ofBefore, now: ofNow }
    }
    const said = await waitFor(
      `both versions to say the same to ${operation}`,
      async () => {
        const all = await askBoth()
        return isTheSame(all) && all
      },
      { timeoutMs: CATCH_UP_MS, everyMs: 50 },
    ).catch(askBoth)
    const [one] = said.before as [{ status: number }]
    expect(said.before).toEqual(said.before.map(() => one))
    expect(said.now).toMatchObject(said.now.map(() => one))
    if (one.status === 200) answered += 1
  }
  return answered
}
