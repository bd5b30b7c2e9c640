-- As 0031 has it for the outbox; the tables are new, so nobody waits for their locks.
CREATE POLICY postings ON events FOR INSERT TO {{intake}}
  WITH CHECK ((business_id = ANY ((SELECT app_business_ids())::uuid[])) IS TRUE);
CREATE POLICY postings ON event_queue FOR INSERT TO {{intake}}
  WITH CHECK ((business_id = ANY ((SELECT app_business_ids())::uuid[])) IS TRUE);
GRANT INSERT ON events, event_queue TO {{intake}};
GRANT SELECT ON event_slots TO {{intake}};
GRANT USAGE ON SEQUENCE event_positions TO {{intake}};
