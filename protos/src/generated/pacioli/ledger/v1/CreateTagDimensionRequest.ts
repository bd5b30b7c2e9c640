// Original file: pacioli/ledger/v1/tags.proto

import type { TagValueInput as _pacioli_ledger_v1_TagValueInput, TagValueInput__Output as _pacioli_ledger_v1_TagValueInput__Output } from '../../../pacioli/ledger/v1/TagValueInput.ts';

export interface CreateTagDimensionRequest {
  'key'?: (string);
  'display_name'?: (string);
  'strictness'?: (string);
  'user_visible'?: (boolean);
  'defined_values'?: (_pacioli_ledger_v1_TagValueInput)[];
  '_display_name'?: "display_name";
  '_strictness'?: "strictness";
  '_user_visible'?: "user_visible";
}

export interface CreateTagDimensionRequest__Output {
  'key': (string);
  'display_name'?: (string);
  'strictness'?: (string);
  'user_visible'?: (boolean);
  'defined_values': (_pacioli_ledger_v1_TagValueInput__Output)[];
}
