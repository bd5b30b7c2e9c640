-- outside of a transaction
CREATE INDEX CONCURRENTLY bills_by_request ON bills (business_id, request_id)
  WHERE request_id IS NOT NULL;
