CREATE TABLE notes (business_id uuid, id int, note text, PRIMARY KEY (business_id, id));
ALTER TABLE notes ENABLE ROW LEVEL SECURITY;
ALTER TABLE notes FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON notes TO {{app}} USING (business_id = app_business_id());
CREATE POLICY intake ON notes TO {{intake}} USING ((business_id = ANY ((SELECT app_business_ids())::uuid[])) IS TRUE);
GRANT SELECT, INSERT, UPDATE, DELETE ON notes TO {{app}}, {{intake}};
