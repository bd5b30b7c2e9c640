-- outside of a transaction
CREATE INDEX CONCURRENTLY invoice_payments_by_request ON invoice_payments (business_id, request_id)
  WHERE request_id IS NOT NULL;
