-- outside of a transaction
CREATE INDEX CONCURRENTLY tag_dimensions_by_request ON tag_dimensions (business_id, request_id)
  WHERE request_id IS NOT NULL;
