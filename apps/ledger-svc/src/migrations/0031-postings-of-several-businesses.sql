-- each table alone, in public: journal_entries, line_items, entry_tags, line_item_tags, account_balances,
--   account_day_blocks, idempotency_keys, outbox
-- Postings of several businesses are written as a role that sees and writes rows of these alone. IS TRUE keeps the list out of
-- index conditions, where each lookup would go through all of it: statements name the business of each row.
DROP POLICY IF EXISTS postings ON {{table}};
CREATE POLICY postings ON {{table}} TO {{intake}}
  USING ((business_id = ANY ((SELECT app_business_ids())::uuid[])) IS TRUE)
  WITH CHECK ((business_id = ANY ((SELECT app_business_ids())::uuid[])) IS TRUE);
GRANT SELECT, INSERT ON {{table}} TO {{intake}};
