/** The books of a small shop, which change after somebody was shown them. */
import { setTimeout as pause } from 'node:timers/promises'
import type { BodyOf } from '@pacioli/client'
import { B, type Books } from '../shared/books.ts'
import { Refusal } from '../shared/refusal.ts'

const DAY = '2026-03-31'

/** Who uses the platform. */
export const USERS = { owner: 'user-ada', accountant: 'user-grace' } as const

const by = (user: string) => ({ 'Pacioli-Actor': user })

const saleOn = (day: string, amount: number, memo: string) => ({
  entry_at: `${day}T12:00:00Z`,
  memo,
  line_items: [
    { account_identifier: { type: 'StableName' as const, stable_name: 'CASH' }, amount, direction: 'DEBIT' as const },
    { account_identifier: { type: 'StableName' as const, stable_name: 'SALES' }, amount, direction: 'CREDIT' as const },
  ],
})

/** Three sales, and a bill that is due in April. Returns what changes later. */
export async function enterQuarter({ pacioli, path }: Books): Promise<{ saleId: string; billId: string }> {
  const sales = ['2026-01-15', '2026-02-14', '2026-03-20'].map((day, index) =>
    saleOn(day, 40_000 + index, `Sales ${day}`),
  )
  const posted = await pacioli.POST(`${B}/ledger/journal-entries/bulk`, {
    params: { path },
    body: sales,
    headers: by(USERS.owner),
  })
  const vendor = await pacioli.POST(`${B}/vendors`, {
    params: { path },
    body: { company_name: 'Beans & Co' },
    headers: by(USERS.owner),
  })
  const bill = await pacioli.POST(`${B}/bills`, {
    params: { path },
    body: {
      vendor_id: vendor.body.data.id,
      received_at: '2026-03-10T12:00:00Z',
      due_at: '2026-04-10T12:00:00Z',
      line_items: [{ account_identifier: { type: 'StableName', stable_name: 'COGS' }, unit_price: 25_000 }],
    },
    headers: by(USERS.owner),
  })
  return { saleId: posted.body.data[2]?.id ?? '', billId: bill.body.data.id }
}

/** What a late sale would do, without it being done. */
export async function previewLateSale({ pacioli, path }: Books) {
  const { body } = await pacioli.preview('POST', `${B}/ledger/journal-entries`, {
    params: { path },
    body: saleOn('2026-03-31', 9_900, 'Found in April'),
  })
  return body.meta.preview.balances
}

/** A sale of March that is found in April, one that was none, and a bill that may be paid later. */
export async function changeAfterwards(
  { pacioli, path }: Books,
  { saleId, billId }: { saleId: string; billId: string },
): Promise<void> {
  const headers = by(USERS.accountant)
  const body = saleOn('2026-03-31', 9_900, 'Found in April')
  await pacioli.POST(`${B}/ledger/journal-entries`, { params: { path }, body, headers })
  await pacioli.POST(`${B}/ledger/entries/{entryId}/reverse`, {
    params: { path: { ...path, entryId: saleId } },
    body: { memo: 'Entered twice' },
    headers,
  })
  await pacioli.PATCH(`${B}/bills/{billId}`, {
    params: { path: { ...path, billId } },
    body: { due_at: '2026-06-10T12:00:00Z' },
    headers,
  })
}

export type Shown = BodyOf<`${typeof B}/reports/balance-sheet`, 'get'>['data']

type Row = Shown['rows'][number]

/** All rows of a report, each before those below it. */
export const flat = (rows: readonly Row[]): Row[] => rows.flatMap((row) => [row, ...flat(row.rows)])

export type Proof = BodyOf<`${typeof B}/proof`, 'get'>['data']

/** What the services have found of these books. */
export const proofOf = async ({ pacioli, path }: Books): Promise<Proof> =>
  (await pacioli.GET(`${B}/proof`, { params: { path } })).body.data

/** The balance sheet of March, as it is or as it was recorded. */
export async function balanceSheet({ pacioli, path }: Books, recordedAsOf?: string): Promise<Shown> {
  const query = { effective_date: DAY, ...(recordedAsOf !== undefined && { recorded_as_of: recordedAsOf }) }
  return (await pacioli.GET(`${B}/reports/balance-sheet`, { params: { path, query } })).body.data
}

/** What was due when, version by version. */
export async function versionsOfBill({ pacioli, path }: Books, billId: string) {
  const query = { aggregate_type: 'bill', aggregate_id: billId, sort_order: 'ASC' as const }
  const { body } = await pacioli.GET(`${B}/versions`, { params: { path, query } })
  return body.data.map(({ version, recorded_at, actor, state }) => ({
    version,
    recordedAt: recorded_at,
    user: actor?.user ?? '',
    due: String((state as { due_at?: string } | null)?.due_at ?? '').slice(0, 10),
  }))
}

/** How long what follows a write may take: reports, seals, and audits, which rest most of the time. */
const CATCH_UP_MS = 120_000
const ASKED_EVERY_MS = 200

/** Asks until it is so. @throws Refusal after two minutes */
export async function until<Found>(
  what: string,
  ask: () => Promise<Found>,
  isSo: (found: Found) => boolean,
): Promise<Found> {
  for (const deadline = Date.now() + CATCH_UP_MS; ;) {
    const found = await ask()
    if (isSo(found)) return found
    if (Date.now() > deadline) throw new Refusal(`After ${CATCH_UP_MS / 1_000} s it was still not so that ${what}.`)
    await pause(ASKED_EVERY_MS)
  }
}
