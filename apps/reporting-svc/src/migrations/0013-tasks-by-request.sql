-- outside of a transaction
CREATE INDEX CONCURRENTLY tasks_by_request ON tasks (business_id, request_id)
  WHERE request_id IS NOT NULL;
