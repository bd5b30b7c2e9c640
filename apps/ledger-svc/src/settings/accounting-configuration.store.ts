import type { Tx } from '@pacioli/db'
import { boolean, date, decimal, safeInteger, table, text, timestamp, uuid, type RowOf } from '@pacioli/db/table'
import type { Tenant } from '@pacioli/rpc'
import type { ReportingBasis } from '../books/books.ts'
import { CLIENT_TIME_ZONE, effectiveSettings, NO_SETTINGS, type Settings } from './accounting-configuration.ts'

/** Settings as stored; version 0: nothing was ever set. */
export type StoredSettings = { settings: Settings; version: number }

const SETTINGS = {
  categoryListType: text.orNull,
  closingDay: date.orNull,
  closingDate: timestamp.orNull,
  matchRoundingThreshold: safeInteger.orNull,
  matchAdjustmentThreshold: decimal.orNull,
  disableAdjustmentMatchSuggestions: boolean.orNull,
  enableTaxEstimates: boolean.orNull,
  version: safeInteger.orNull,
  updatedAt: timestamp.writeOnly,
}
/** All but the basis, which is a field of the business. */
const ofBusinesses = table('accounting_configurations', ['businessId'], { businessId: uuid.writeOnly, ...SETTINGS })
const ofClients = table('client_accounting_configurations', ['clientId'], {
  clientId: uuid.writeOnly,
  defaultReportingBasis: text.as<ReportingBasis>().orNull.writeOnly,
  ...SETTINGS,
})
const columns = ofBusinesses.columns('s')

type Row = RowOf<typeof ofBusinesses> & { owner: 'BUSINESS' | 'CLIENT'; defaultReportingBasis: ReportingBasis | null }
type More = Pick<Row, 'owner' | 'defaultReportingBasis'>

function toKept(row: Row | undefined): StoredSettings {
  if (!row) return { settings: NO_SETTINGS, version: 0 }
  const { owner: _, version, closingDay, closingDate, matchAdjustmentThreshold, ...settings } = row
  return {
    settings: {
      ...settings,
      closing: closingDay !== null ? { day: closingDay } : closingDate !== null ? { at: closingDate } : null,
      matchAdjustmentThreshold: matchAdjustmentThreshold === null ? null : Number(matchAdjustmentThreshold),
    },
    version: version ?? 0,
  }
}

/** The business's own settings and its client's, from one snapshot. */
export async function loadSettings(tx: Tx, tenant: Tenant): Promise<{ own: StoredSettings; client: StoredSettings }> {
  const rows = await ofBusinesses.query<More>(
    tx,
    `SELECT 'BUSINESS' AS owner, b.default_reporting_basis AS "defaultReportingBasis", ${columns}
       FROM businesses b LEFT JOIN accounting_configurations s ON s.business_id = b.id
      WHERE b.id = $1 AND b.client_id = $2
     UNION ALL
     SELECT 'CLIENT', s.default_reporting_basis, ${columns}
       FROM client_accounting_configurations s WHERE s.client_id = $2`,
    [tenant.businessId, tenant.clientId],
  )
  const of = (level: Row['owner']): StoredSettings => toKept(rows.find(({ owner }) => owner === level))
  return { own: of('BUSINESS'), client: of('CLIENT') }
}

/** The basis of reads of the books: as asked for, else the default of the business, of its client, or the product's. */
export async function readingBasisOf(tx: Tx, tenant: Tenant, asked: string | undefined): Promise<ReportingBasis> {
  if (asked !== undefined) return asked === 'CASH' ? 'CASH' : 'ACCRUAL'
  const { own, client } = await loadSettings(tx, tenant)
  return effectiveSettings(own.settings, client.settings, CLIENT_TIME_ZONE).defaultReportingBasis
}

/** Undefined if there is no such client. */
export async function loadClientSettings(tx: Tx, clientId: string): Promise<StoredSettings | undefined> {
  const [row] = await ofBusinesses.query<More>(
    tx,
    `SELECT 'CLIENT' AS owner, s.default_reporting_basis AS "defaultReportingBasis", ${columns}
       FROM clients c LEFT JOIN client_accounting_configurations s ON s.client_id = c.id WHERE c.id = $1`,
    [clientId],
  )
  return row && toKept(row)
}

const toRow = (
  { settings: { closing, matchAdjustmentThreshold, ...settings }, version }: StoredSettings,
  now: Date,
) => ({
  ...settings,
  closingDay: closing !== null && 'day' in closing ? closing.day : null,
  closingDate: closing !== null && 'at' in closing ? closing.at : null,
  matchAdjustmentThreshold: matchAdjustmentThreshold === null ? null : String(matchAdjustmentThreshold),
  version,
  updatedAt: now,
})

/** All but `defaultReportingBasis`, which is a field of the business. */
export async function saveOwnSettings(tx: Tx, businessId: string, kept: StoredSettings, now: Date): Promise<void> {
  await ofBusinesses.upsert(tx, { businessId }, [toRow(kept, now)])
}

export async function saveClientSettings(tx: Tx, clientId: string, kept: StoredSettings, now: Date): Promise<void> {
  await ofClients.upsert(tx, { clientId }, [toRow(kept, now)])
}
