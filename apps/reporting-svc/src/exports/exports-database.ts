import { Database } from '@pacioli/db'

/** An export holds one snapshot of the books while its file is written: a slow store takes these connections and no others. */
export const exportsDatabase = (url: string, poolSize: number): Database =>
  new Database({
    url,
    applicationName: 'reporting-svc exports',
    poolSize,
    statementTimeoutMs: 60_000,
    idleInTransactionMs: 60_000,
  })
