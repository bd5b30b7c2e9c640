-- each table alone, in public: event_queue, outbox
-- Who owns the tables sees what of one business waits to be published: waiting_versions_v1 tells its service.
DROP POLICY IF EXISTS waiting ON {{table}};
CREATE POLICY waiting ON {{table}} FOR SELECT TO CURRENT_USER USING (business_id = app_business_id());
