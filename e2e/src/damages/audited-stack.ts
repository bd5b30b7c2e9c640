/** A stack whose books are audited and damaged, apart from those of other files: audits share nothing with other books. */
import type { Stack } from '@pacioli/dev-stack'
import { databaseUrl } from '@pacioli/fields/database-url'
import { ownStack, waitFor } from '@pacioli/testing'
import pg from 'pg'
import type { Answers } from '../answers.ts'
import type { Books } from '../books.ts'

export type Proof = Answers['getProof']['data']

export const KEEPERS = ['LEDGER', 'BANKING', 'BILLING', 'REPORTING'] as const
export type Keeper = (typeof KEEPERS)[number]

export type AuditedStack = {
  stack: Stack
  /** Of the database of each service, as somebody whom no trigger, no foreign key and no policy holds up. */
  admins: Record<Keeper, pg.Pool>
  stop: () => Promise<void>
}

/** @param env settings of audits other than the standard ones */
export async function auditedStack(name: string, env: Record<string, string> = {}): Promise<AuditedStack> {
  const stack = await ownStack(name, { env })
  const adminOf = (keeper: Keeper): pg.Pool =>
    new pg.Pool({
      connectionString: databaseUrl(stack.postgresAdminUrl, { database: keeper.toLowerCase() }),
      options: '-c session_replication_role=replica',
      max: 3,
    })
  const admins = Object.fromEntries(KEEPERS.map((keeper) => [keeper, adminOf(keeper)])) as AuditedStack['admins']
  const stop = async (): Promise<void> => {
    await Promise.all(Object.values(admins).map((admin) => admin.end()))
    await stack.stop()
  }
  return { stack, admins, stop }
}

export const proofOf = async ({ api }: Books): Promise<Proof> => (await api.call('getProof')).body.data

type Invariant = Proof['invariants'][number]

/** Who keeps it, and what it is. */
export const named = ({ kept_by, invariant }: Pick<Invariant, 'kept_by' | 'invariant'>): string =>
  `${kept_by}: ${invariant}`

export const violatedOf = ({ invariants }: Proof): string[] =>
  invariants.flatMap((one) => (one.violation ? [named(one)] : []))

/** Once every service has audited them as a whole, and found nothing wrong. */
export const holding = (books: Books, timeoutMs: number): Promise<Proof> =>
  waitFor(
    'the books to hold, as far as each service sees',
    async () => {
      const now = await proofOf(books)
      return now.holds === true && now.audited_at !== null && now
    },
    { timeoutMs, everyMs: 500 },
  )
