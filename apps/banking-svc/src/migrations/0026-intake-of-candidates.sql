-- each table alone, in public: vendors, customers, match_candidates
-- Events of several businesses are taken in as a role that sees these alone, as with the ledger's facts.
DROP POLICY IF EXISTS intake ON {{table}};
CREATE POLICY intake ON {{table}} TO {{intake}}
  USING ((business_id = ANY ((SELECT app_business_ids())::uuid[])) IS TRUE)
  WITH CHECK ((business_id = ANY ((SELECT app_business_ids())::uuid[])) IS TRUE);
GRANT SELECT, INSERT, UPDATE ON {{table}} TO {{intake}};
