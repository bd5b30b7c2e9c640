-- outside of a transaction
CREATE INDEX CONCURRENTLY payouts_by_external_id ON payouts (business_id, external_id) WHERE external_id IS NOT NULL
