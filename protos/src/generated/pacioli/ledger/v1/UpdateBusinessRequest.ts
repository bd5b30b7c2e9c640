// Original file: pacioli/ledger/v1/businesses.proto


/**
 * What the fields in `cleared` held is removed; other absent fields stay as they are.
 */
export interface UpdateBusinessRequest {
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
  'cleared'?: (string)[];
  '_external_id'?: "external_id";
  '_legal_name'?: "legal_name";
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

/**
 * What the fields in `cleared` held is removed; other absent fields stay as they are.
 */
export interface UpdateBusinessRequest__Output {
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
  'cleared': (string)[];
}
