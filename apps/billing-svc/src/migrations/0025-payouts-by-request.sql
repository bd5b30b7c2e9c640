-- outside of a transaction
CREATE INDEX CONCURRENTLY payouts_by_request ON payouts (business_id, request_id)
  WHERE request_id IS NOT NULL;
