-- outside of a transaction
CREATE INDEX CONCURRENTLY vendors_by_request ON vendors (business_id, request_id)
  WHERE request_id IS NOT NULL;
