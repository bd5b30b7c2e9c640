-- The version before writes external_ids to businesses alone. In a cluster it never runs.
CREATE OR REPLACE FUNCTION keep_external_id() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM business_external_ids k WHERE k.client_id = OLD.client_id AND k.external_id = OLD.external_id;
  END IF;
  INSERT INTO business_external_ids (client_id, external_id, business_id)
  SELECT NEW.client_id, NEW.external_id, NEW.id WHERE NEW.external_id IS NOT NULL
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_trigger WHERE tgname = 'keep_external_id')
     AND NOT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') THEN
    CREATE TRIGGER keep_external_id AFTER INSERT OR UPDATE OF external_id ON businesses
      FOR EACH ROW EXECUTE FUNCTION keep_external_id();
  END IF;
END $$;
