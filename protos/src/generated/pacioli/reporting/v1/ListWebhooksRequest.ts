// Original file: pacioli/reporting/v1/webhooks.proto


export interface ListWebhooksRequest {
}

export interface ListWebhooksRequest__Output {
}
