/** Helpers for tests of tags. */
import type { BusinessWrite } from '@pacioli/rpc'
import type { Ledger } from '../ledger.ts'
import { createDimension, postJournalEntry } from '../use-cases.test-helpers.ts'

/** A connection that sees all tenants. */
export type Admin = { query: <Row extends object>(sql: string, bind: unknown[]) => Promise<{ rows: Row[] }> }

export type Tag = { key: string; value: string }

export const stable = (name: string) => ({ type: 'StableName', stable_name: name })

export const line = (account: string, direction: string, amount: number, tags: Tag[] = []) => ({
  account_identifier: stable(account),
  direction,
  amount,
  tags,
})

export type LineInput = ReturnType<typeof line>

export const entryOf = (lines: LineInput[], tags: Tag[] = [], entry_at = '2026-01-15T12:00:00Z') => ({
  entry_at,
  line_items: lines,
  tags,
})

export const saleOf = (amount: number, tags: Tag[] = []) =>
  entryOf([line('CASH', 'DEBIT', amount), line('SALES', 'CREDIT', amount)], tags)

/** Half of this entry is tagged. */
export const lopsided = (tag: Tag) => [line('CASH', 'DEBIT', 5, [tag]), line('SALES', 'CREDIT', 5)]

export const posted = async (ledger: Ledger, business: BusinessWrite, input: ReturnType<typeof entryOf>) =>
  (await postJournalEntry(ledger, business, input)).data

export const tagging = (entity_type: string, entity_ids: string[], key_values: Tag[]) => ({
  entity_type,
  entity_ids,
  key_values,
})

export const dimensionOf = async (
  ledger: Ledger,
  business: BusinessWrite,
  key: string,
  strictness = 'NON_BALANCING',
): Promise<string> => (await createDimension(ledger, business, { key, strictness, defined_values: [] })).data.id ?? ''

/** The name of the refusal that the work ends in, or none. */
export const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (error: { errorEnum?: string; message: string }) => error.errorEnum ?? error.message,
  )

/** What `check_books_v1` finds. */
export async function violations(admin: Admin, business: BusinessWrite): Promise<unknown[]> {
  const { rows } = await admin.query('SELECT * FROM check_books_v1($1, $2)', [business.clientId, business.businessId])
  return rows
}

/** The versions that were announced of each aggregate of a kind, in the order in which they were written. */
export async function announced(
  admin: Admin,
  business: BusinessWrite,
  aggregate: string,
): Promise<Map<string, number[]>> {
  const { rows } = await admin.query<{ aggregate_id: string; version: string }>(
    'SELECT aggregate_id, version FROM events WHERE business_id = $1 AND aggregate_type = $2 ORDER BY position',
    [business.businessId, aggregate],
  )
  const byAggregate = Map.groupBy(rows, (row) => row.aggregate_id)
  return new Map([...byAggregate].map(([id, events]) => [id, events.map(({ version }) => Number(version))]))
}

/** Versions are numbered from 1 on without a gap. */
export const consecutive = (versions: readonly number[]): number[] => versions.map((_version, index) => index + 1)

/** The id of a value, empty if it does not exist. */
export async function definitionOf(admin: Admin, business: BusinessWrite, { key, value }: Tag): Promise<string> {
  const { rows } = await admin.query<{ id: string }>(
    `SELECT v.id FROM tag_definitions v JOIN tag_dimensions d ON d.business_id = v.business_id AND d.id = v.dimension_id
      WHERE v.business_id = $1 AND d.key = $2 AND d.deleted_at IS NULL AND v.value = $3`,
    [business.businessId, key, value],
  )
  return rows[0]?.id ?? ''
}
