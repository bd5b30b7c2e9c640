-- outside of a transaction
CREATE INDEX CONCURRENTLY external_accounts_by_request ON external_accounts (business_id, request_id)
  WHERE request_id IS NOT NULL;
