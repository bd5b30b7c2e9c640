-- outside of a transaction
CREATE INDEX CONCURRENTLY bill_payments_by_request ON bill_payments (business_id, request_id)
  WHERE request_id IS NOT NULL;
