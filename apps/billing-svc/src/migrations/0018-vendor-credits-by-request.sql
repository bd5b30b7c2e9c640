-- outside of a transaction
CREATE INDEX CONCURRENTLY vendor_credits_by_request ON vendor_credits (business_id, request_id)
  WHERE request_id IS NOT NULL;
