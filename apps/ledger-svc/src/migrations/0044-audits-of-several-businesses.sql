-- each table alone, in public: closing_actions, entry_tag_moves
-- What was touched is audited for several businesses together: what that reads besides what postings of several do.
DROP POLICY IF EXISTS audits ON {{table}};
CREATE POLICY audits ON {{table}} FOR SELECT TO {{intake}} USING ((business_id = ANY ((SELECT app_business_ids())::uuid[])) IS TRUE);
GRANT SELECT ON {{table}} TO {{intake}};
