/** What is behind a figure of an aging. */
import { AGING_COLUMNS, contactRows, keyOf } from '../aging/aging-report.ts'
import { AGING_BUCKETS, type AgingSide } from '../aging/aging.ts'
import { sumByContact } from '../aging/aging.store.ts'
import { agingQueryFrom, scopeOf } from '../aging/get-aging.ts'
import { PARTY_SIDES } from '../party-ledgers/party-ledger.ts'
import type { ReportParameters } from '../report-query/report-parameters.ts'
import type { ReportRequest } from '../report-query/report-request.ts'
import { leavesOf } from '../report-tables/report.ts'
import type { ReportSource } from '../replica/report-source.ts'
import { BASES_OF } from '../statements/entry.ts'
import { cellIn, type Figure } from './figure.ts'

const COLUMNS = leavesOf(AGING_COLUMNS).map(({ key }) => key)

/** @throws InvalidQuery for no figure of it, and what the aging throws */
export async function figureOfAging(
  source: ReportSource,
  side: AgingSide,
  request: ReportRequest,
  parameters: ReportParameters,
  asked: { row_key: string; column_key: string },
): Promise<Figure> {
  const aging = await agingQueryFrom(source, side, request, parameters)
  return source.snapshot(request.tenant, async (tx) => {
    const scope = await scopeOf(tx, aging)
    const summary = await sumByContact(tx, aging.head.business.id, scope)
    const rows = contactRows(side, summary, () => '')
    const { rowKey, value } = cellIn({ rows, columns: COLUMNS }, asked)
    const contactId = summary.find((one) => keyOf(side, one.contactId) === rowKey)?.contactId
    const bucket = AGING_BUCKETS.find(({ key }) => key === asked.column_key)?.key
    if (asked.column_key !== 'unapplied')
      return { kind: 'ITEMS', value, left: aging.head.left, items: { aging, contactId, bucket } }
    const unapplied = Object.values(PARTY_SIDES)
      .find((one) => one.side === side)
      ?.parts.find(({ part }) => part === 'unapplied')
    if (!unapplied) throw new TypeError(`The side ${side} has no account of what is unapplied`)
    return {
      kind: 'LINES',
      value,
      left: aging.head.left,
      lines: {
        place: { control: unapplied.control, partyId: contactId, isParty: false },
        start: undefined,
        end: aging.effectiveDay,
        bases: BASES_OF.ACCRUAL,
        withClosings: true,
        tagValueIds: scope.tagValueIds,
        alsoTagged: undefined,
        untagged: undefined,
        direction: undefined,
        plus: unapplied.grows,
      },
    }
  })
}
