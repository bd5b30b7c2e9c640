import type { EventsServiceDefinition } from './generated/pacioli/reporting/v1/EventsService.ts'
import type { NotificationsServiceDefinition } from './generated/pacioli/reporting/v1/NotificationsService.ts'
import type { ReportExportsServiceDefinition } from './generated/pacioli/reporting/v1/ReportExportsService.ts'
import type { ReportsServiceDefinition } from './generated/pacioli/reporting/v1/ReportsService.ts'
import type { TasksServiceDefinition } from './generated/pacioli/reporting/v1/TasksService.ts'
import type { WebhooksServiceDefinition } from './generated/pacioli/reporting/v1/WebhooksService.ts'
import { loadService } from './load.ts'

export const ReportsService = loadService<ReportsServiceDefinition>(
  'pacioli/reporting/v1/reports.proto',
  'pacioli.reporting.v1.ReportsService',
)
export const ReportExportsService = loadService<ReportExportsServiceDefinition>(
  'pacioli/reporting/v1/report_exports.proto',
  'pacioli.reporting.v1.ReportExportsService',
)
export const NotificationsService = loadService<NotificationsServiceDefinition>(
  'pacioli/reporting/v1/notifications.proto',
  'pacioli.reporting.v1.NotificationsService',
)
export const TasksService = loadService<TasksServiceDefinition>(
  'pacioli/reporting/v1/tasks.proto',
  'pacioli.reporting.v1.TasksService',
)
export const EventsService = loadService<EventsServiceDefinition>(
  'pacioli/reporting/v1/events.proto',
  'pacioli.reporting.v1.EventsService',
)
export const WebhooksService = loadService<WebhooksServiceDefinition>(
  'pacioli/reporting/v1/webhooks.proto',
  'pacioli.reporting.v1.WebhooksService',
)
export type * from './generated/reporting.messages.ts'
