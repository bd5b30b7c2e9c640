/** Businesses with very many open bills, loaded straight into the read models. */
import type pg from 'pg'
import { enterReadModels } from '../tools/database.ts'
import { callGateway, type Gateway } from '../tools/gateway.ts'
import { billOf, dayOf, PAID_DAYS_AGO, VENDORS, vendorId, vendorName } from './bills.ts'

const BATCH = 20_000

export type LoadedBusiness = {
  id: string
  /** Path of the business. */
  base: string
  size: number
}

/** A business without bills, known to reports. */
export async function openBusiness(gateway: Gateway, reporting: pg.Pool, size: number): Promise<LoadedBusiness> {
  const { data } = await callGateway<'createBusiness'>(gateway, '/v1/businesses', {
    legal_name: `${size} bills`,
    time_zone: 'UTC',
  })
  await enterReadModels(reporting, data.id)
  return { id: data.id, base: `/v1/businesses/${data.id}`, size }
}

/** Its vendors and bills, these in no order. */
export async function loadBills(reporting: pg.Pool, { id, size }: LoadedBusiness, today: Date): Promise<void> {
  const vendors = Array.from({ length: VENDORS }, (_, vendor) => vendor)
  await reporting.query(
    `INSERT INTO contacts (business_id, contact_id, name, version, event_id)
     SELECT $1, contact_id, name, 1, 'bench' FROM unnest($2::uuid[], $3::text[]) AS n(contact_id, name)`,
    [id, vendors.map(vendorId), vendors.map(vendorName)],
  )
  const paidOn = dayOf(today, PAID_DAYS_AGO)
  for (let first = 0; first < size; first += BATCH) {
    // A stride that visits each once: neighbours in the table are none in the report.
    const bills = Array.from({ length: Math.min(BATCH, size - first) }, (_, n) =>
      billOf(((first + n) * 62_989) % size, size),
    )
    const columns = [
      bills.map((bill) => bill.id),
      bills.map(({ vendor }) => vendorId(vendor)),
      bills.map(({ externalId }) => externalId),
      bills.map(({ number }) => number),
      bills.map(({ documentDaysAgo }) => dayOf(today, documentDaysAgo)),
      bills.map(({ daysPastDue }) => dayOf(today, daysPastDue)),
      bills.map(({ amount }) => amount),
      bills.map(({ paid }) => paid),
    ]
    await reporting.query(
      `INSERT INTO open_items (business_id, item_id, kind, contact_id, external_id, reference_number, document_at, due_at,
              document_day, due_day, tag_value_ids, credit_ids, credit_amounts, credit_ats, version, event_id, balance,
              last_day)
       SELECT $1, item_id, 'BILL', contact_id, external_id, number, document_day, due_day, document_day, due_day, '{}', '{}',
              '{}', '{}', 1, 'bench', amount - paid, CASE WHEN paid > 0 THEN $2::date ELSE document_day END
         FROM unnest($3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::date[], $8::date[], $9::bigint[], $10::bigint[])
              AS n(item_id, contact_id, external_id, number, document_day, due_day, amount, paid)`,
      [id, paidOn, ...columns],
    )
    await reporting.query(
      `INSERT INTO item_days (business_id, item_id, day, amount)
       SELECT $1, item_id, day, moved.amount FROM unnest($3::uuid[], $4::date[], $5::bigint[], $6::bigint[])
              AS n(item_id, document_day, amount, paid),
              LATERAL (VALUES (document_day, amount), ($2::date, -paid)) AS moved(day, amount)
        WHERE moved.amount <> 0`,
      [id, paidOn, columns[0], columns[4], columns[6], columns[7]],
    )
  }
}

/** The first of what one business has, for another one, under ids of their own. */
export async function copyBills(reporting: pg.Pool, from: LoadedBusiness, to: LoadedBusiness): Promise<void> {
  const others = `kind, contact_id, external_id, reference_number, document_at, due_at, document_day, due_day,
                  tag_value_ids, credit_ids, credit_amounts, credit_ats, version, event_id, balance, last_day`
  await reporting.query(
    `INSERT INTO contacts SELECT $2, contact_id, name, version, event_id FROM contacts WHERE business_id = $1`,
    [from.id, to.id],
  )
  await reporting.query(
    `WITH copied AS (SELECT *, gen_random_uuid() AS copy_id FROM open_items WHERE business_id = $1 LIMIT $3),
          items AS (INSERT INTO open_items (business_id, item_id, ${others}) SELECT $2, copy_id, ${others} FROM copied)
     INSERT INTO item_days SELECT $2, copy_id, d.day, d.amount
       FROM copied JOIN item_days d USING (business_id, item_id)`,
    [from.id, to.id, to.size],
  )
}

/** As autovacuum would. */
export async function settle(reporting: pg.Pool): Promise<void> {
  await reporting.query('VACUUM ANALYZE open_items, item_days, contacts')
  await reporting.query('CHECKPOINT')
}
