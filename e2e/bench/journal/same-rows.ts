import { copyOf, type RawEntry } from './raw-entries.ts'
import type { Setting } from './setting.ts'

/**
 * A comparison is worth something only if both sides write the same: writes copies of what the product wrote, and
 * compares the rows and what became of the balances.
 */
export async function refuseOtherRows(
  setting: Setting,
  captured: readonly RawEntry[],
  write: (copies: RawEntry[]) => Promise<unknown>,
): Promise<void> {
  const copies = captured.map(copyOf)
  const before = await balances(setting)
  await write(copies)
  const after = await balances(setting)
  const product = await rowsOf(setting, captured)
  const raw = await rowsOf(setting, copies)
  for (const [what, amount] of Object.entries(product)) refuseUnequal(what, Number(raw[what]), Number(amount))
  const { entries = 0, lines = 0, amounts = 0 } = product
  // Every line moves a day of its account, every entry a month of the journal.
  const moved = Number(lines) + Number(entries)
  refuseUnequal('balances: lines', after.lines - before.lines, moved)
  refuseUnequal('balances: amounts', after.amounts - before.amounts, 2 * Number(amounts))
}

async function rowsOf({ superuser, books }: Setting, entries: readonly RawEntry[]): Promise<Record<string, string>> {
  const { rows } = await superuser.query<Record<string, string>>(
    `SELECT (SELECT count(*) FROM journal_entries WHERE business_id = $1 AND id = ANY ($2::uuid[])) AS entries,
            (SELECT count(*) FROM line_items WHERE business_id = $1 AND entry_id = ANY ($2::uuid[])) AS lines,
            (SELECT sum(amount) FROM line_items WHERE business_id = $1 AND entry_id = ANY ($2::uuid[])) AS amounts,
            (SELECT count(*) FROM events WHERE business_id = $1 AND aggregate_id = ANY ($2::uuid[])) AS events,
            (SELECT sum(length(event)) FROM events WHERE business_id = $1 AND aggregate_id = ANY ($2::uuid[])) AS characters`,
    [books.businessId, entries.map(({ id }) => id)],
  )
  return rows[0] ?? {}
}

async function balances({ superuser, books }: Setting): Promise<{ lines: number; amounts: number }> {
  const { rows } = await superuser.query<{ lines: string; amounts: string }>(
    `SELECT coalesce(sum(line_count), 0) AS lines, coalesce(sum(debits + credits), 0) AS amounts
       FROM account_balances WHERE business_id = $1`,
    [books.businessId],
  )
  return { lines: Number(rows[0]?.lines), amounts: Number(rows[0]?.amounts) }
}

function refuseUnequal(what: string, raw: number, product: number): void {
  if (raw !== product)
    throw new Error(
      `Both sides must write the same, but ${what} are ${raw} when written raw, ${product} by the product.`,
    )
}
