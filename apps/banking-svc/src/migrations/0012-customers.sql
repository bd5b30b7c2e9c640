-- What customers are called, as billing tells: copies, kept in the way of vendors.
CREATE TABLE customers (
  business_id uuid NOT NULL,
  id          uuid NOT NULL,
  external_id text,
  name        text NOT NULL,
  version     bigint NOT NULL,
  PRIMARY KEY (business_id, id)
);
CREATE INDEX customers_by_external_id ON customers (business_id, external_id) WHERE external_id IS NOT NULL;

ALTER TABLE customers ENABLE ROW LEVEL SECURITY;
ALTER TABLE customers FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON customers TO {{app}} USING (business_id = app_business_id())
  WITH CHECK (business_id = app_business_id());
GRANT SELECT, INSERT, UPDATE ON customers TO {{app}};
-- The functions that search look up whom a filter names; they ask for the tenant themselves.
CREATE POLICY search ON customers FOR SELECT TO CURRENT_USER USING (true);

-- With its index.
ALTER TABLE bank_transactions DROP COLUMN customer_external_id;
ALTER TABLE match_candidates DROP COLUMN customer_external_id;

-- A document that no bank reports may be told of without ever having been one that a bank does: of it nothing is known
-- but its version, so that an older one that comes late does not open it.
ALTER TABLE match_candidates
  DROP CONSTRAINT match_candidates_check,
  ADD CONSTRAINT match_candidates_check CHECK (
    num_nonnulls(ledger_account_id, clearing_account_id) = 1
    OR num_nonnulls(ledger_account_id, clearing_account_id) = 0 AND NOT is_open);
