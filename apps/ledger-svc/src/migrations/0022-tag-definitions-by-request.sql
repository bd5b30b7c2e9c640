-- outside of a transaction
CREATE INDEX CONCURRENTLY tag_definitions_by_request ON tag_definitions (business_id, request_id)
  WHERE request_id IS NOT NULL;
