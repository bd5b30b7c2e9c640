-- each table alone, in public: events, event_queue
-- As 0031 has it for the outbox.
DROP POLICY IF EXISTS postings ON {{table}};
CREATE POLICY postings ON {{table}} FOR INSERT TO {{intake}}
  WITH CHECK ((business_id = ANY ((SELECT app_business_ids())::uuid[])) IS TRUE);
GRANT INSERT ON {{table}} TO {{intake}};
