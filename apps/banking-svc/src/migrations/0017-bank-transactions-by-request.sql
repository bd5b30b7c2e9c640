-- outside of a transaction
CREATE INDEX CONCURRENTLY bank_transactions_by_request ON bank_transactions (business_id, request_id)
  WHERE request_id IS NOT NULL;
