// Original file: pacioli/common/v1/common.proto


/**
 * An account, or `Exclusion`: type AccountId with id, StableName with stable_name, or Exclusion alone.
 */
export interface CategoryIdentifier {
  'type'?: (string);
  'id'?: (string);
  'stable_name'?: (string);
  '_id'?: "id";
  '_stable_name'?: "stable_name";
}

/**
 * An account, or `Exclusion`: type AccountId with id, StableName with stable_name, or Exclusion alone.
 */
export interface CategoryIdentifier__Output {
  'type': (string);
  'id'?: (string);
  'stable_name'?: (string);
}
