-- outside of a transaction
CREATE INDEX CONCURRENTLY invoice_write_offs_by_request ON invoice_write_offs (business_id, request_id)
  WHERE request_id IS NOT NULL;
