-- each table alone, in public, read_model_4a, read_model_4b: businesses, accounts, tag_dimensions, tag_values,
--   external_accounts, contacts, entries, entry_lines, entry_line_tags, account_days, account_months, bank_transactions,
--   waiting_days, waiting_months, open_items, item_days, counted_entries, aging_zones
-- Events of several businesses are taken in as a role that sees these alone. IS TRUE keeps the list out of index conditions,
-- where each lookup would go through all of it: statements name the business of each row.
DROP POLICY IF EXISTS intake ON {{table}};
CREATE POLICY intake ON {{table}} TO {{intake}}
  USING ((business_id = ANY ((SELECT app_business_ids())::uuid[])) IS TRUE)
  WITH CHECK ((business_id = ANY ((SELECT app_business_ids())::uuid[])) IS TRUE);
GRANT SELECT, INSERT, UPDATE, DELETE ON {{table}} TO {{intake}};
