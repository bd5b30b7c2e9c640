-- outside of a transaction
DROP INDEX CONCURRENTLY IF EXISTS payouts_external_id
