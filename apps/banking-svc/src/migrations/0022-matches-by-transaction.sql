-- outside of a transaction
CREATE INDEX CONCURRENTLY matches_by_transaction ON matches (business_id, transaction_id);
