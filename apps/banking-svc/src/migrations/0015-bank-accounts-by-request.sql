-- outside of a transaction
CREATE INDEX CONCURRENTLY bank_accounts_by_request ON bank_accounts (business_id, request_id)
  WHERE request_id IS NOT NULL;
