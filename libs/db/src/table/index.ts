export { asked } from '../asked.store.ts'
export {
  bigint,
  boolean,
  bytes,
  date,
  decimal,
  hex,
  integer,
  json,
  jsonText,
  listOf,
  safeInteger,
  text,
  timestamp,
  uuid,
} from './columns.ts'
export type { Reading, Selection, Statement } from './selection.ts'
export { ifNewer, table, type NewRowOf, type RowOf, type Table } from './table.ts'
export { writeLater } from './send.ts'
