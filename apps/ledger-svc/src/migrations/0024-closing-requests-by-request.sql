-- outside of a transaction
CREATE INDEX CONCURRENTLY closing_requests_by_request ON closing_requests (business_id, request_id)
  WHERE request_id IS NOT NULL;
