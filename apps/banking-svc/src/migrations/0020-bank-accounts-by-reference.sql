-- outside of a transaction
CREATE INDEX CONCURRENTLY bank_accounts_by_reference ON bank_accounts (business_id, reference_number)
  WHERE reference_number IS NOT NULL;
