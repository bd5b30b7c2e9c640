-- outside of a transaction
CREATE UNIQUE INDEX CONCURRENTLY invoice_payments_live_external_id ON invoice_payments (business_id, external_id) WHERE external_id IS NOT NULL AND deleted_at IS NULL
