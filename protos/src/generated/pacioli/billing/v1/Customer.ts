// Original file: pacioli/billing/v1/customers.proto

import type { DocumentTag as _pacioli_billing_v1_DocumentTag, DocumentTag__Output as _pacioli_billing_v1_DocumentTag__Output } from '../../../pacioli/billing/v1/DocumentTag.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * `notes` is `memo` by another name. `status` is ACTIVE or ARCHIVED. `credit_balance` is what the customer has with the
 * business, in minor units: overpaid rests, moved payments, store credit. Payments of method CREDIT_BALANCE spend it.
 */
export interface Customer {
  'id'?: (string);
  'external_id'?: (string);
  'individual_name'?: (string);
  'company_name'?: (string);
  'email'?: (string);
  'mobile_phone'?: (string);
  'office_phone'?: (string);
  'address_string'?: (string);
  'memo'?: (string);
  'notes'?: (string);
  'status'?: (string);
  'transaction_tags'?: (_pacioli_billing_v1_DocumentTag)[];
  'metadata'?: (string);
  'reference_number'?: (string);
  'archived_at'?: (string);
  'created_at'?: (string);
  'updated_at'?: (string);
  'credit_balance'?: (number | string | Long);
  '_external_id'?: "external_id";
  '_individual_name'?: "individual_name";
  '_company_name'?: "company_name";
  '_email'?: "email";
  '_mobile_phone'?: "mobile_phone";
  '_office_phone'?: "office_phone";
  '_address_string'?: "address_string";
  '_memo'?: "memo";
  '_notes'?: "notes";
  '_metadata'?: "metadata";
  '_reference_number'?: "reference_number";
  '_archived_at'?: "archived_at";
}

/**
 * `notes` is `memo` by another name. `status` is ACTIVE or ARCHIVED. `credit_balance` is what the customer has with the
 * business, in minor units: overpaid rests, moved payments, store credit. Payments of method CREDIT_BALANCE spend it.
 */
export interface Customer__Output {
  'id': (string);
  'external_id'?: (string);
  'individual_name'?: (string);
  'company_name'?: (string);
  'email'?: (string);
  'mobile_phone'?: (string);
  'office_phone'?: (string);
  'address_string'?: (string);
  'memo'?: (string);
  'notes'?: (string);
  'status': (string);
  'transaction_tags': (_pacioli_billing_v1_DocumentTag__Output)[];
  'metadata'?: (string);
  'reference_number'?: (string);
  'archived_at'?: (string);
  'created_at': (string);
  'updated_at': (string);
  'credit_balance': (number);
}
