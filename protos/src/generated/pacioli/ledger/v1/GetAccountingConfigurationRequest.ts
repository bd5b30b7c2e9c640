// Original file: pacioli/ledger/v1/accounting_configuration.proto


export interface GetAccountingConfigurationRequest {
}

export interface GetAccountingConfigurationRequest__Output {
}
