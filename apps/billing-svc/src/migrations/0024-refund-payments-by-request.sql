-- outside of a transaction
CREATE INDEX CONCURRENTLY refund_payments_by_request ON refund_payments (business_id, request_id)
  WHERE request_id IS NOT NULL;
