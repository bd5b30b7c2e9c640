// Original file: pacioli/banking/v1/categorization_rules.proto


export interface GetRuleRequest {
  'rule_id'?: (string);
}

export interface GetRuleRequest__Output {
  'rule_id': (string);
}
