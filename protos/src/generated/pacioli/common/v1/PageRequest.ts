// Original file: pacioli/common/v1/common.proto


export interface PageRequest {
  'cursor'?: (string);
  'limit'?: (number);
  'sort_by'?: (string);
  'sort_order'?: (string);
  '_cursor'?: "cursor";
  '_limit'?: "limit";
  '_sort_by'?: "sort_by";
  '_sort_order'?: "sort_order";
}

export interface PageRequest__Output {
  'cursor'?: (string);
  'limit'?: (number);
  'sort_by'?: (string);
  'sort_order'?: (string);
}
