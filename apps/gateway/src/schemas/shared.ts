import { Balances, BalanceNode, Chart, ChartAccount, ChartNode } from './accounts.ts'
import { Business } from './businesses.ts'
import { AccountLine, AppliedTag, LedgerEntry, LedgerLineItem } from './journal.ts'
import { PaginationMeta } from './parts.ts'
import { Report, ReportCell, ReportColumn, ReportRow } from './reports.ts'

/** The named schemas: components of the OpenAPI document, referred to by their `$id`. */
export const sharedSchemas = [
  PaginationMeta,
  Business,
  ChartAccount,
  ChartNode,
  Chart,
  BalanceNode,
  Balances,
  AppliedTag,
  LedgerLineItem,
  LedgerEntry,
  AccountLine,
  ReportColumn,
  ReportCell,
  ReportRow,
  Report,
]
