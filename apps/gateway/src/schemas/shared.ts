import { Balances, BalanceNode, Chart, ChartAccount, ChartNode } from './accounts.ts'
import { Business } from './businesses.ts'
import { ClosingAction, ClosingPreview, ClosingShape } from './closing.ts'
import { AccountingConfiguration } from './configuration.ts'
import { ProviderConnection } from './connections.ts'
import { AccountLine, AppliedTag, LedgerEntry, LedgerLineItem } from './journal.ts'
import { PaginationMeta } from './parts.ts'
import { ProcessorConfigurationSchema } from './processors.ts'
import { Report, ReportCell, ReportColumn, ReportRow } from './reports.ts'
import { TagDimension, TaggedEntity, TagValue } from './tags.ts'

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
  ClosingShape,
  ClosingPreview,
  ClosingAction,
  TagValue,
  TagDimension,
  TaggedEntity,
  AccountingConfiguration,
  ProcessorConfigurationSchema,
  ProviderConnection,
  ReportColumn,
  ReportCell,
  ReportRow,
  Report,
]
