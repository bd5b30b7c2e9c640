// Original file: pacioli/reporting/v1/notifications.proto


export interface GetBusinessNotificationsRequest {
}

export interface GetBusinessNotificationsRequest__Output {
}
