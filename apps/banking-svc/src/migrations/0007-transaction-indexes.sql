CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- Transactions in each order that a listing has, and found by whatever it is filtered by. Texts are sorted by their
-- first 200 characters, byte by byte: an index holds no longer ones, nor could a cursor.
CREATE INDEX bank_transactions_by_date ON bank_transactions (business_id, date, id);
CREATE INDEX bank_transactions_by_amount ON bank_transactions (business_id, amount, id);
CREATE INDEX bank_transactions_by_name ON bank_transactions (business_id, (left(description, 200) COLLATE "C"), id);
CREATE INDEX bank_transactions_by_counterparty_name
  ON bank_transactions (business_id, (left(coalesce(counterparty_name, ''), 200) COLLATE "C"), id);

-- What may mean few transactions or most of them is in the default order below it, so that either is quick.
CREATE INDEX bank_transactions_by_status ON bank_transactions (business_id, status, date, id);
CREATE INDEX bank_transactions_by_direction ON bank_transactions (business_id, direction, date, id);
CREATE INDEX bank_transactions_by_external_account ON bank_transactions (business_id, external_account_id, date, id);
CREATE INDEX bank_transactions_by_bank_account ON bank_transactions (business_id, bank_account_id, date, id);
CREATE INDEX bank_transactions_by_source_account ON bank_transactions (business_id, source_account_id, date, id);
CREATE INDEX bank_transactions_by_counterparty ON bank_transactions (business_id, counterparty_id, date, id);
CREATE INDEX bank_transactions_by_category ON bank_transactions (business_id, category_account_id, date, id)
  WHERE category_account_id IS NOT NULL;
CREATE INDEX bank_transactions_by_rule ON bank_transactions (business_id, rule_id, date, id) WHERE rule_id IS NOT NULL;
CREATE INDEX bank_transactions_excluded ON bank_transactions (business_id, date, id) WHERE is_excluded;

CREATE INDEX bank_transactions_by_source_id ON bank_transactions (business_id, source_transaction_id);
CREATE INDEX bank_transactions_by_reference ON bank_transactions (business_id, reference_number)
  WHERE reference_number IS NOT NULL;
-- A memo may be longer than an index takes.
CREATE INDEX bank_transactions_by_memo ON bank_transactions (business_id, hashtextextended(memo, 0)) WHERE memo IS NOT NULL;
CREATE INDEX bank_transactions_by_customer ON bank_transactions (business_id, customer_id) WHERE customer_id IS NOT NULL;
CREATE INDEX bank_transactions_by_customer_external_id ON bank_transactions (business_id, customer_external_id)
  WHERE customer_external_id IS NOT NULL;
CREATE INDEX bank_transactions_by_vendor ON bank_transactions (business_id, vendor_id) WHERE vendor_id IS NOT NULL;
CREATE INDEX bank_transactions_by_vendor_external_id ON bank_transactions (business_id, vendor_external_id)
  WHERE vendor_external_id IS NOT NULL;

CREATE INDEX split_entries_by_category ON split_entries (business_id, category_account_id, transaction_id);
CREATE INDEX counterparties_in_order ON counterparties (business_id, name COLLATE "C", id);

-- Every text that is searched, in one index. What was written last waits in a list that each search reads: kept short.
CREATE INDEX bank_transactions_texts ON bank_transactions
  USING gin (business_id, description gin_trgm_ops, merchant_name gin_trgm_ops, counterparty_name gin_trgm_ops, memo gin_trgm_ops)
  WITH (gin_pending_list_limit = 256);

-- Row-level security keeps the planner from looking for texts in an index, since it does not know that their operators
-- tell nobody what they compare. So searches are functions of the owner, which nobody can log in as: it may read
-- everything, and they ask for the tenant of the transaction alone.
DO $$
DECLARE
  searched text;
BEGIN
  FOREACH searched IN ARRAY ARRAY['bank_transactions', 'split_entries', 'transaction_tags'] LOOP
    EXECUTE format('CREATE POLICY search ON %I FOR SELECT TO CURRENT_USER USING (true)', searched);
  END LOOP;
END $$;
