-- outside of a transaction
CREATE INDEX CONCURRENTLY accounts_by_request ON accounts (business_id, request_id)
  WHERE request_id IS NOT NULL;
