import { Database } from '@pacioli/db'

/** A pool of its own: an export holds its snapshot while its file is written, and a slow file store blocks no other connection. */
export const exportsDatabase = (url: string, poolSize: number): Database =>
  new Database({
    url,
    applicationName: 'reporting-svc exports',
    poolSize,
    statementTimeoutMs: 60_000,
    idleInTransactionMs: 60_000,
  })
