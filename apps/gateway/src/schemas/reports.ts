import { Type, type TSchema } from 'typebox'
import { Always, Day, ListOf, Null, Query, refTo, ReportingBasis, Resource, uuid } from './parts.ts'

export const ReportColumn = Resource(
  {
    column_key: Type.String(),
    display_name: Type.String(),
    columns: ListOf(refTo({ $id: 'Report_Column' })),
  },
  { $id: 'Report_Column' },
)

export const ReportCell = Resource(
  {
    value: Type.Integer(),
    lines_url: Null(Type.String({ description: 'Where the lines behind the figure are listed.' })),
  },
  { $id: 'Report_Cell' },
)

const cells = { type: 'object', default: {}, additionalProperties: refTo(ReportCell) } as TSchema

export const ReportRow = Resource(
  {
    row_key: Type.String(),
    display_name: Type.String(),
    cells,
    rows: ListOf(refTo({ $id: 'Report_Row' })),
  },
  { $id: 'Report_Row' },
)

export const Report = Resource(
  {
    type: Always('Unified_Report'),
    business_id: Type.String(uuid),
    columns: ListOf(refTo(ReportColumn)),
    rows: ListOf(refTo(ReportRow)),
  },
  { $id: 'Unified_Report', description: 'A report as a tree of rows under a tree of columns.' },
)

export const TrialBalanceQuery = Query({
  effective_date: Type.Optional(
    Day({ description: 'The end of this day; today unless given, in the zone of the business.' }),
  ),
  reporting_basis: Type.Optional(ReportingBasis),
})
