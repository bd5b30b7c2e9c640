// Original file: pacioli/billing/v1/customers.proto

import type { TagKeyValue as _pacioli_common_v1_TagKeyValue, TagKeyValue__Output as _pacioli_common_v1_TagKeyValue__Output } from '../../../pacioli/common/v1/TagKeyValue.ts';

export interface CreateCustomerRequest {
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
  'tags'?: (_pacioli_common_v1_TagKeyValue)[];
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
}

export interface CreateCustomerRequest__Output {
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
  'tags': (_pacioli_common_v1_TagKeyValue__Output)[];
}
