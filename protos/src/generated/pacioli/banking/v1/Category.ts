// Original file: pacioli/banking/v1/bank_transactions.proto


/**
 * `category` is what a request may name it by: the stable name, or the id of an account without one.
 */
export interface Category {
  'id'?: (string);
  'category'?: (string);
  'display_name'?: (string);
  'stable_name'?: (string);
  '_id'?: "id";
  '_stable_name'?: "stable_name";
}

/**
 * `category` is what a request may name it by: the stable name, or the id of an account without one.
 */
export interface Category__Output {
  'id'?: (string);
  'category': (string);
  'display_name': (string);
  'stable_name'?: (string);
}
