-- each table alone, in public: accounts, tag_dimensions
DROP POLICY IF EXISTS postings ON {{table}};
CREATE POLICY postings ON {{table}} FOR SELECT TO {{intake}} USING ((business_id = ANY ((SELECT app_business_ids())::uuid[])) IS TRUE);
GRANT SELECT ON {{table}} TO {{intake}};
