-- outside of a transaction
CREATE INDEX CONCURRENTLY invoices_by_request ON invoices (business_id, request_id)
  WHERE request_id IS NOT NULL;
