-- outside of a transaction
CREATE INDEX CONCURRENTLY customers_by_request ON customers (business_id, request_id)
  WHERE request_id IS NOT NULL;
