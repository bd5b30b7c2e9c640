import { Type, type TSchema } from 'typebox'
import {
  Always,
  Day,
  ListOf,
  Null,
  OneOf,
  Query,
  refTo,
  ReportingBasis,
  Resource,
  tagFilter,
  Text,
  uuid,
} from './parts.ts'

export const ReportColumn = Resource(
  {
    column_key: Type.String(),
    display_name: Type.String(),
    columns: ListOf(refTo({ $id: 'Report_Column' })),
  },
  { $id: 'Report_Column' },
)

/** An amount in minor units; in some columns a day or a text. */
const CellValue = {
  type: ['integer', 'string', 'null'],
  default: null,
  description: 'Minor units of the currency; a day or a text in columns of these; null where there is nothing to show.',
} as unknown as TSchema

export const ReportCell = Resource(
  {
    value: CellValue,
    lines_url: Null(Type.String({ description: 'Where what the figure is the sum of is listed.' })),
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

const basis = { reporting_basis: Type.Optional(ReportingBasis) }

const columns = {
  compare_to: Type.Optional(
    OneOf(['PREVIOUS_PERIOD', 'PREVIOUS_YEAR'], {
      description:
        'Adds columns to compare with. The period before a range of whole months has as many months, before any other ' +
        'range as many days; before the end of a month comes that of the month before.',
    }),
  ),
  comparison_periods: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 12,
      description: 'How many periods or years to compare with; 1 unless given.',
    }),
  ),
  split_by: Type.Optional(
    Text(256, { description: 'The key of a tag dimension: a column for each of its values, and for what has none.' }),
  ),
}

const effective_date = Type.Optional(
  Day({ description: 'The end of this day; today unless given, in the zone of the business.' }),
)

const range = {
  start_date: Type.Optional(Day({ description: 'The first day; that of the year of `end_date` unless given.' })),
  end_date: Type.Optional(Day({ description: 'The last day, included; today unless given.' })),
}

/** What stands at the end of a day. */
export const MomentQuery = Query({ effective_date, ...basis, ...columns, ...tagFilter })

/** What happened in a range of days. */
export const RangeQuery = Query({ ...range, ...basis, ...columns, ...tagFilter })

export const GeneralLedgerQuery = Query({
  ...range,
  ...basis,
  account_id: Type.Optional(Text(256, { description: 'Only this account: its id or its stable name.' })),
  ...tagFilter,
})

export const AgingExportQuery = Query({ effective_date, ...tagFilter })

export const AgingQuery = Query({
  effective_date,
  include_documents: Type.Optional(
    Type.Boolean({ description: 'Whether the documents are listed under whom they are of; true unless given.' }),
  ),
  ...tagFilter,
})
