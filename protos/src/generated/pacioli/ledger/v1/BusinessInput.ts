// Original file: pacioli/ledger/v1/businesses.proto


export interface BusinessInput {
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
  '_external_id'?: "external_id";
  '_entity_type'?: "entity_type";
  '_us_state'?: "us_state";
  '_country'?: "country";
  '_currency'?: "currency";
  '_time_zone'?: "time_zone";
  '_activation_at'?: "activation_at";
  '_industry'?: "industry";
  '_naics_code'?: "naics_code";
  '_tin'?: "tin";
  '_phone_number'?: "phone_number";
  '_default_reporting_basis'?: "default_reporting_basis";
  '_bookkeeping_enrolled'?: "bookkeeping_enrolled";
}

export interface BusinessInput__Output {
  'external_id'?: (string);
  'legal_name': (string);
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
}
