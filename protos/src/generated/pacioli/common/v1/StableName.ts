// Original file: pacioli/common/v1/common.proto


export interface StableName {
  'stable_name'?: (string);
}

export interface StableName__Output {
  'stable_name': (string);
}
