export { findByText, MOST_FOUND, statementFor } from './find.store.ts'
export type { Found, Kind, Match } from './kind.ts'
export { searchRpc } from './search.rpc.ts'
