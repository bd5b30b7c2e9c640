DO $$
DECLARE
  tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY[
    'businesses', 'accounts', 'tag_dimensions', 'tag_values',
    'institutions', 'bank_accounts', 'bank_account_tags', 'external_accounts', 'external_account_totals', 'opening_balances',
    'counterparties', 'bank_transactions', 'split_entries', 'transaction_tags',
    'match_candidates', 'matches', 'categorization_rules', 'categorization_rule_tags'
  ] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format(
      'CREATE POLICY tenant ON %I TO {{app}} USING (business_id = app_business_id())
         WITH CHECK (business_id = app_business_id())', tenant_table);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE ON %I TO {{app}}', tenant_table);
  END LOOP;
END $$;
-- What is replaced as a whole.
GRANT DELETE ON bank_account_tags, split_entries, transaction_tags, categorization_rule_tags, match_candidates TO {{app}};
-- Whoever goes on with rules that are being applied finds out whose they are; it applies them under their tenant.
CREATE POLICY applying ON categorization_rules FOR SELECT TO {{relay}} USING (is_applying);
CREATE POLICY applying ON businesses FOR SELECT TO {{relay}} USING (true);
GRANT SELECT (business_id, id, is_applying) ON categorization_rules TO {{relay}};
GRANT SELECT (business_id, client_id) ON businesses TO {{relay}};
