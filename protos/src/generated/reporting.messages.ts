// Generated: one line per message.
export type * from './pacioli/reporting/v1/BusinessNotifications.ts'
export type * from './pacioli/reporting/v1/GetBusinessNotificationsRequest.ts'
export type * from './pacioli/reporting/v1/GetTrialBalanceRequest.ts'
export type * from './pacioli/reporting/v1/Report.ts'
export type * from './pacioli/reporting/v1/ReportCell.ts'
export type * from './pacioli/reporting/v1/ReportColumn.ts'
export type * from './pacioli/reporting/v1/ReportRow.ts'
