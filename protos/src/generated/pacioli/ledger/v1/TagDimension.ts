// Original file: pacioli/ledger/v1/tags.proto

import type { TagValue as _pacioli_ledger_v1_TagValue, TagValue__Output as _pacioli_ledger_v1_TagValue__Output } from '../../../pacioli/ledger/v1/TagValue.ts';

/**
 * `defined_values` holds at most 1,000 of the values; ListTagValues pages through all of them.
 */
export interface TagDimension {
  'id'?: (string);
  'key'?: (string);
  'display_name'?: (string);
  'strictness'?: (string);
  'user_visible'?: (boolean);
  'defined_values'?: (_pacioli_ledger_v1_TagValue)[];
  'created_at'?: (string);
  'updated_at'?: (string);
  'deleted_at'?: (string);
  '_display_name'?: "display_name";
  '_deleted_at'?: "deleted_at";
}

/**
 * `defined_values` holds at most 1,000 of the values; ListTagValues pages through all of them.
 */
export interface TagDimension__Output {
  'id': (string);
  'key': (string);
  'display_name'?: (string);
  'strictness': (string);
  'user_visible': (boolean);
  'defined_values': (_pacioli_ledger_v1_TagValue__Output)[];
  'created_at': (string);
  'updated_at': (string);
  'deleted_at'?: (string);
}
