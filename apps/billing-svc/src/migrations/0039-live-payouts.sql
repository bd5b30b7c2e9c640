-- outside of a transaction
CREATE UNIQUE INDEX CONCURRENTLY payouts_live_external_id ON payouts (business_id, external_id) WHERE external_id IS NOT NULL AND deleted_at IS NULL
