-- outside of a transaction
CREATE INDEX CONCURRENTLY opening_balances_by_request ON opening_balances (business_id, request_id)
  WHERE request_id IS NOT NULL;
