// Original file: pacioli/billing/v1/customers.proto

import type { TagInputs as _pacioli_billing_v1_TagInputs, TagInputs__Output as _pacioli_billing_v1_TagInputs__Output } from '../../../pacioli/billing/v1/TagInputs.ts';

/**
 * Absent fields stay as they are; what the fields in `cleared` held is removed.
 */
export interface UpdateCustomerRequest {
  'customer_id'?: (string);
  'external_id'?: (string);
  'individual_name'?: (string);
  'company_name'?: (string);
  'email'?: (string);
  'mobile_phone'?: (string);
  'office_phone'?: (string);
  'address_string'?: (string);
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  'status'?: (string);
  'tags'?: (_pacioli_billing_v1_TagInputs | null);
  'cleared'?: (string)[];
  '_external_id'?: "external_id";
  '_individual_name'?: "individual_name";
  '_company_name'?: "company_name";
  '_email'?: "email";
  '_mobile_phone'?: "mobile_phone";
  '_office_phone'?: "office_phone";
  '_address_string'?: "address_string";
  '_memo'?: "memo";
  '_metadata'?: "metadata";
  '_reference_number'?: "reference_number";
  '_status'?: "status";
  '_tags'?: "tags";
}

/**
 * Absent fields stay as they are; what the fields in `cleared` held is removed.
 */
export interface UpdateCustomerRequest__Output {
  'customer_id': (string);
  'external_id'?: (string);
  'individual_name'?: (string);
  'company_name'?: (string);
  'email'?: (string);
  'mobile_phone'?: (string);
  'office_phone'?: (string);
  'address_string'?: (string);
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  'status'?: (string);
  'tags'?: (_pacioli_billing_v1_TagInputs__Output | null);
  'cleared': (string)[];
}
