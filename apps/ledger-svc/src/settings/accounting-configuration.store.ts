import type { Tx } from '@pacioli/db'
import { boolean, date, decimal, json, safeInteger, table, text, timestamp, uuid, type RowOf } from '@pacioli/db/table'
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
  formerBases: json.as<readonly FormerBasis[]>().writeOnly,
  ...SETTINGS,
})
const columns = ofBusinesses.columns('s')

type Row = RowOf<typeof ofBusinesses> & {
  owner: 'BUSINESS' | 'CLIENT'
  defaultReportingBasis: ReportingBasis | null
  formerBases?: readonly FormerBasis[] | null
}
type More = Pick<Row, 'owner' | 'defaultReportingBasis' | 'formerBases'>

/** A default that the client had, null where it had none, and until when. */
type FormerBasis = { basis: ReportingBasis | null; until: string }

function toKept(row: Row | undefined): StoredSettings {
  if (!row) return { settings: NO_SETTINGS, version: 0 }
  const { owner: _, formerBases: __, version, closingDay, closingDate, matchAdjustmentThreshold, ...settings } = row
  return {
    settings: {
      ...settings,
      closing: closingDay !== null ? { day: closingDay } : closingDate !== null ? { at: closingDate } : null,
      matchAdjustmentThreshold: matchAdjustmentThreshold === null ? null : Number(matchAdjustmentThreshold),
    },
    version: version ?? 0,
  }
}

/** A row whose basis is the one that was set at a moment. */
const rowAt = (row: Row, at: Date): Row => {
  const former = row.formerBases?.find(({ until }) => new Date(until) > at)
  return former ? { ...row, defaultReportingBasis: former.basis } : row
}

/**
 * The business's own settings and its client's, from one snapshot.
 * @param at the moment of which the client's basis is, in place of now
 */
export async function loadSettings(
  tx: Tx,
  tenant: Tenant,
  at?: Date,
): Promise<{ own: StoredSettings; client: StoredSettings }> {
  const rows = await ofBusinesses.query<More>(
    tx,
    `SELECT 'BUSINESS' AS owner, b.default_reporting_basis AS "defaultReportingBasis", NULL::jsonb AS "formerBases", ${columns}
       FROM businesses b LEFT JOIN accounting_configurations s ON s.business_id = b.id
      WHERE b.id = $1 AND b.client_id = $2
     UNION ALL
     SELECT 'CLIENT', s.default_reporting_basis, s.former_bases, ${columns}
       FROM client_accounting_configurations s WHERE s.client_id = $2`,
    [tenant.businessId, tenant.clientId],
  )
  const of = (level: Row['owner']): StoredSettings => {
    const row = rows.find(({ owner }) => owner === level)
    return toKept(row && at ? rowAt(row, at) : row)
  }
  return { own: of('BUSINESS'), client: of('CLIENT') }
}

/**
 * The basis of reads of the books: as asked for, else the default of the business, of its client, or the product's.
 * @param at the moment of which the client's default is, in place of now
 */
export async function readingBasisOf(
  tx: Tx,
  tenant: Tenant,
  asked: string | undefined,
  at?: Date,
): Promise<ReportingBasis> {
  if (asked !== undefined) return asked === 'CASH' ? 'CASH' : 'ACCRUAL'
  const { own, client } = await loadSettings(tx, tenant, at)
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

/** With the basis that there was until now, if it is another one. */
export async function saveClientSettings(tx: Tx, clientId: string, kept: StoredSettings, now: Date): Promise<void> {
  const { defaultReportingBasis, ...row } = toRow(kept, now)
  const formerBases = [{ basis: null, until: now.toISOString() }]
  await ofClients.upsert(tx, { clientId }, [{ ...row, defaultReportingBasis, formerBases }], {
    columns: ['defaultReportingBasis', ...(Object.keys(row) as (keyof typeof row)[])],
    set: `former_bases = t.former_bases || CASE
      WHEN t.default_reporting_basis IS DISTINCT FROM excluded.default_reporting_basis
        THEN jsonb_build_array(jsonb_build_object(
          'basis', t.default_reporting_basis, 'until', excluded.updated_at))
      ELSE '[]' END`,
  })
}

/** The default basis of a business that had none of its own at a moment: its client's, or the product's. @throws BusinessNotFound */
export async function defaultBasisAt(tx: Tx, tenant: Tenant, at: Date): Promise<ReportingBasis> {
  const { client } = await loadSettings(tx, tenant, at)
  return effectiveSettings(NO_SETTINGS, client.settings, CLIENT_TIME_ZONE).defaultReportingBasis
}
