-- outside of a transaction
CREATE INDEX CONCURRENTLY feed_events_by_request ON feed_events (business_id, request_id)
  WHERE request_id IS NOT NULL;
