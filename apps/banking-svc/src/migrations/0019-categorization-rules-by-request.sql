-- outside of a transaction
CREATE INDEX CONCURRENTLY categorization_rules_by_request ON categorization_rules (business_id, request_id)
  WHERE request_id IS NOT NULL;
