// Original file: pacioli/billing/v1/customers.proto


export interface GetCustomerRequest {
  'customer_id'?: (string);
}

export interface GetCustomerRequest__Output {
  'customer_id': (string);
}
