-- outside of a transaction
CREATE INDEX CONCURRENTLY matches_by_counterpart ON matches (business_id, counterpart_id) WHERE counterpart_id IS NOT NULL;
