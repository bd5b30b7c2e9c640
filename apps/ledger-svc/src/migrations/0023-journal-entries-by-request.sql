-- outside of a transaction
CREATE INDEX CONCURRENTLY journal_entries_by_request ON journal_entries (business_id, request_id)
  WHERE request_id IS NOT NULL;
