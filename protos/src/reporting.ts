import type { Services } from './generated/reporting.ts'
import { loadServices } from './load.ts'

export const {
  ReportsService,
  ReportChangesService,
  ReportLinesService,
  ReportExportsService,
  NotificationsService,
  TasksService,
  EventsService,
  AuditLogService,
  WebhooksService,
} = loadServices<Services>('reporting')

export type * from './generated/reporting.ts'
