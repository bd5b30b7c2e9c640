-- outside of a transaction
CREATE INDEX CONCURRENTLY external_accounts_by_external_id ON external_accounts (business_id, external_id);
