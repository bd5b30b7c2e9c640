-- Which positions of each owner's history are applied here. Up to the end of the first range a read model has everything, and
-- what it has beyond can be told apart. The model of `public` does not keep them.
DO $$
DECLARE
  place text;
BEGIN
  FOREACH place IN ARRAY ARRAY['public', 'read_model_4a', 'read_model_4b'] LOOP
    EXECUTE format('CREATE TABLE %I.record_marks (
                      business_id uuid NOT NULL,
                      owner       text NOT NULL,
                      positions   int8multirange NOT NULL,
                      PRIMARY KEY (business_id, owner)
                    ) WITH (fillfactor = 60)', place);
    EXECUTE format('ALTER TABLE %I.record_marks ENABLE ROW LEVEL SECURITY', place);
    EXECUTE format('ALTER TABLE %I.record_marks FORCE ROW LEVEL SECURITY', place);
    EXECUTE format('CREATE POLICY tenant ON %I.record_marks TO {{app}} USING (business_id = app_business_id())
                      WITH CHECK (business_id = app_business_id())', place);
    EXECUTE format('CREATE POLICY intake ON %I.record_marks TO {{intake}}
                      USING ((business_id = ANY ((SELECT app_business_ids())::uuid[])) IS TRUE)
                      WITH CHECK ((business_id = ANY ((SELECT app_business_ids())::uuid[])) IS TRUE)', place);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I.record_marks TO {{app}}, {{intake}}', place);
    -- What has changed since a position.
    EXECUTE format('CREATE INDEX entries_recorded ON %I.entries (business_id, recorded) WHERE recorded IS NOT NULL', place);
    EXECUTE format('CREATE INDEX open_items_recorded ON %I.open_items (business_id, recorded) WHERE recorded IS NOT NULL', place);
  END LOOP;
END $$;
