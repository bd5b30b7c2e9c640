/** What is behind a figure of the ledger of a vendor or customer. */
import { dayPlus } from '@pacioli/calendar'
import type { ContactKind } from '../contacts/contact.ts'
import { FIELDS, linksOf, readPartyLedger, scopeOfPartyLedger } from '../party-ledgers/get-party-ledger.ts'
import { closingRow, openingRow, partyColumns, PARTY_SIDES, type Part } from '../party-ledgers/party-ledger.ts'
import type { ReportParameters } from '../report-query/report-parameters.ts'
import type { ReportRequest } from '../report-query/report-request.ts'
import { tagValueIdsOf } from '../report-query/tag-value-ids.ts'
import { leavesOf } from '../report-tables/report.ts'
import type { ReportSource } from '../replica/report-source.ts'
import { BASES_OF } from '../statements/entry.ts'
import { cellIn, type Figure } from './figure.ts'

/** What each column is of: of which part, and whether what stands of it or what moved it. */
const COLUMNS: Readonly<Record<string, { part: Part; stands: boolean; direction?: 'DEBIT' | 'CREDIT' }>> = {
  debit: { part: 'owed', stands: false, direction: 'DEBIT' },
  credit: { part: 'owed', stands: false, direction: 'CREDIT' },
  balance: { part: 'owed', stands: true },
  unapplied: { part: 'unapplied', stands: false },
  unapplied_balance: { part: 'unapplied', stands: true },
  refunds: { part: 'refunds', stands: false },
  refunds_due: { part: 'refunds', stands: true },
}

/** @throws InvalidQuery for no figure of it, and what the ledger throws */
export async function figureOfPartyLedger(
  source: ReportSource,
  kind: ContactKind,
  request: ReportRequest,
  parameters: ReportParameters,
  asked: { row_key: string; column_key: string },
): Promise<Figure> {
  const scope = await scopeOfPartyLedger(source, { kind, field: FIELDS[kind] }, request, parameters)
  const side = PARTY_SIDES[kind]
  const links = linksOf(scope.head)
  return source.snapshot(request.tenant, async (tx) => {
    const { sums } = await readPartyLedger(tx, scope)
    const rows = [openingRow(side, sums, links), closingRow(side, sums, links)]
    const columns = leavesOf(partyColumns(side)).map(({ key }) => key)
    const { rowKey, value } = cellIn({ rows, columns }, asked)
    const column = COLUMNS[asked.column_key]
    const part = side.parts.find((one) => one.part === column?.part)
    if (!column || !part) throw new TypeError(`Nothing is known to be behind the column ${asked.column_key}`)
    const { start, end } = scope.range
    return {
      kind: 'LINES',
      value,
      left: scope.head.left,
      lines: {
        place: { control: part.control, partyId: scope.partyId, isParty: column.part === 'owed' },
        start: column.stands ? undefined : start,
        end: rowKey === 'OPENING' ? dayPlus(start, -1) : end,
        bases: BASES_OF.ACCRUAL,
        withClosings: true,
        tagValueIds: scope.tags && (await tagValueIdsOf(tx, scope.head.business.id, scope.tags)),
        alsoTagged: undefined,
        untagged: undefined,
        direction: column.direction,
        plus: column.direction ?? part.grows,
      },
    }
  })
}
