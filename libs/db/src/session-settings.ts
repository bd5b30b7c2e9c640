/** How long a statement may take, and a transaction wait for us, in milliseconds; unless a pool says otherwise. */
export const LIMITS: Limits = { statementTimeoutMs: 15_000, idleInTransactionMs: 30_000 }

export type Limits = { statementTimeoutMs: number; idleInTransactionMs: number }

/** SQL derives days from instants, and nothing reads the server's notices. */
const ALWAYS = { TimeZone: 'UTC', client_min_messages: 'warning' }

/** For the startup message of a session. */
export const STARTUP_OPTIONS = Object.entries(ALWAYS)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ')

const timeouts = ({ statementTimeoutMs, idleInTransactionMs }: Limits): Record<string, string> => ({
  statement_timeout: `${statementTimeoutMs}`,
  idle_in_transaction_session_timeout: `${idleInTransactionMs}`,
})

/** What sessions behind a pooler have by their role: a pooler passes no startup message on. */
export const ROLE_SETTINGS: Readonly<Record<string, string>> = { ...ALWAYS, ...timeouts(LIMITS) }

/** What else a transaction behind a pooler sets for itself. */
export const transactionSettings = (limits: Limits): [name: string, value: string][] =>
  Object.entries(timeouts(limits)).filter(([name, value]) => ROLE_SETTINGS[name] !== value)
