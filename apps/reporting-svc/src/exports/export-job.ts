/** What a workbook is made of: plain values, so that they can be sent to another process. */
import type { Positions } from '@pacioli/history/positions'
import type { Tenant } from '@pacioli/rpc'
import type { AgingQuery } from '../aging/get-aging.ts'
import type { Report } from '../report-tables/report.ts'
import type { PartyLedgerScope } from '../party-ledgers/get-party-ledger.ts'
import type { GeneralLedgerScope } from '../general-ledger/get-general-ledger.ts'
import type { LedgerSeal } from '../owners/ledger-seal.ts'

/**
 * A statement is small and already read, with the seal of the ledger over it or the latest one. The others are read, in a snapshot,
 * while their file is written.
 */
export type ExportedReport =
  | { kind: 'STATEMENT'; report: Report; seal: LedgerSeal | null }
  | { kind: 'GENERAL_LEDGER'; scope: GeneralLedgerScope }
  | { kind: 'AGING'; query: AgingQuery }
  | { kind: 'PARTY_LEDGER'; scope: PartyLedgerScope }
  | { kind: 'PARTY_STATEMENT'; scope: PartyLedgerScope }

/**
 * `recordedAt` is where it is asked to be read as recorded; without it, it is of now. `baseUrl` is how callers reach the interface,
 * which links begin with.
 */
export type ExportJob = {
  tenant: Tenant
  createdAt: Date
  exported: ExportedReport
  recordedAt?: Positions | undefined
  baseUrl?: string | undefined
}
