CREATE POLICY postings ON businesses FOR SELECT TO {{intake}} USING ((id = ANY ((SELECT app_business_ids())::uuid[])) IS TRUE);
GRANT SELECT ON businesses TO {{intake}};
GRANT USAGE ON SEQUENCE journal_entries_seq_seq TO {{intake}};
