// Original file: pacioli/ledger/v1/businesses.proto

import type { Long } from '@grpc/proto-loader';

export interface Business {
  'id'?: (string);
  'client_id'?: (string);
  'ledger_id'?: (string);
  'external_id'?: (string);
  'legal_name'?: (string);
  'entity_type'?: (string);
  'us_state'?: (string);
  'country'?: (string);
  'currency'?: (string);
  'time_zone'?: (string);
  'activation_at'?: (string);
  'industry'?: (string);
  'naics_code'?: (string);
  'tin'?: (string);
  'phone_number'?: (string);
  'default_reporting_basis'?: (string);
  'bookkeeping_enrolled'?: (boolean);
  'archived_at'?: (string);
  'created_at'?: (string);
  'updated_at'?: (string);
  'version'?: (number | string | Long);
  '_external_id'?: "external_id";
  '_entity_type'?: "entity_type";
  '_us_state'?: "us_state";
  '_country'?: "country";
  '_industry'?: "industry";
  '_naics_code'?: "naics_code";
  '_tin'?: "tin";
  '_phone_number'?: "phone_number";
  '_default_reporting_basis'?: "default_reporting_basis";
  '_archived_at'?: "archived_at";
}

export interface Business__Output {
  'id': (string);
  'client_id': (string);
  'ledger_id': (string);
  'external_id'?: (string);
  'legal_name': (string);
  'entity_type'?: (string);
  'us_state'?: (string);
  'country'?: (string);
  'currency': (string);
  'time_zone': (string);
  'activation_at': (string);
  'industry'?: (string);
  'naics_code'?: (string);
  'tin'?: (string);
  'phone_number'?: (string);
  'default_reporting_basis'?: (string);
  'bookkeeping_enrolled': (boolean);
  'archived_at'?: (string);
  'created_at': (string);
  'updated_at': (string);
  'version': (number);
}
