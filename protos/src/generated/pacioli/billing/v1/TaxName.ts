// Original file: pacioli/billing/v1/documents.proto


/**
 * Names a tax account: type Tax_Name.
 */
export interface TaxName {
  'type'?: (string);
  'name'?: (string);
}

/**
 * Names a tax account: type Tax_Name.
 */
export interface TaxName__Output {
  'type': (string);
  'name': (string);
}
