-- each table alone, in public: businesses, accounts, tag_dimensions, tag_values
-- Events of several businesses are taken in as a role that sees these alone. IS TRUE keeps the list out of index conditions,
-- where each lookup would go through all of it: statements name the business of each row.
DROP POLICY IF EXISTS intake ON {{table}};
CREATE POLICY intake ON {{table}} TO {{intake}}
  USING ((business_id = ANY ((SELECT app_business_ids())::uuid[])) IS TRUE)
  WITH CHECK ((business_id = ANY ((SELECT app_business_ids())::uuid[])) IS TRUE);
GRANT SELECT, INSERT, UPDATE ON {{table}} TO {{intake}};
