export { asRecorded, readStatesThen, type Then } from './as-recorded.ts'
export { readWaiting } from './as-recorded.store.ts'
export { withPlaces } from './with-places.ts'
export { historyRpc } from './history.rpc.ts'
export { findLastPlace } from './history.store.ts'
export { statesOf, type KnownVersion, type StatesElsewhere } from './states.ts'
export { checkRows, ROWS_AS_RECORDED, type InSnapshot, type RecordedWith } from './check-rows.ts'
export {
  readableRows,
  replayRows,
  rowsAfter,
  theOnlyRow,
  unpublished,
  type EventHead,
  type OwnedRows,
  type RowsAfter,
} from './owned-rows.ts'
export type { IdRange, Newest } from './newest.store.ts'
