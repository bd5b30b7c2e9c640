-- outside of a transaction
DROP INDEX CONCURRENTLY IF EXISTS invoice_payments_external_id
