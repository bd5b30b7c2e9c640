export {
  byId,
  HISTORY_TABLES,
  LEFT_BY_ALL,
  LEFT_BY_CONSUMERS,
  LEFT_BY_SEALERS,
  SEAL_TABLES,
  type CarriedTable,
  type CarriedTables,
} from './carried-tables.ts'
export { tellRows } from './read-rows.ts'
export { toldPiecewise } from './told-piecewise.ts'
