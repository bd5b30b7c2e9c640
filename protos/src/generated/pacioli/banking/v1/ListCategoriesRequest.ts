// Original file: pacioli/banking/v1/bank_transactions.proto


export interface ListCategoriesRequest {
}

export interface ListCategoriesRequest__Output {
}
