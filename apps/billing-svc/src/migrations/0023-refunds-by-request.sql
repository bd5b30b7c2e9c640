-- outside of a transaction
CREATE INDEX CONCURRENTLY refunds_by_request ON refunds (business_id, request_id)
  WHERE request_id IS NOT NULL;
