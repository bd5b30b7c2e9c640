// Generated: one line per message.
export type * from './pacioli/reporting/v1/BusinessNotifications.ts'
export type * from './pacioli/reporting/v1/FlatCell.ts'
export type * from './pacioli/reporting/v1/FlatRow.ts'
export type * from './pacioli/reporting/v1/GetBusinessNotificationsRequest.ts'
export type * from './pacioli/reporting/v1/ReportColumn.ts'
export type * from './pacioli/reporting/v1/ReportHead.ts'
export type * from './pacioli/reporting/v1/ReportPart.ts'
export type * from './pacioli/reporting/v1/ReportRequest.ts'
