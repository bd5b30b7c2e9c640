-- What was asked for: one row per closing that closed something, as it came. starts_at and closes_at are the window it
-- meant, which depends on the zone and the activation of the business at that time.
CREATE TABLE closing_requests (
  business_id       uuid NOT NULL,
  id                uuid NOT NULL,
  input             json NOT NULL,
  target_account_id uuid NOT NULL,
  starts_at         timestamptz(3) NOT NULL,
  closes_at         timestamptz(3) NOT NULL,
  created_at        timestamptz(3) NOT NULL,
  PRIMARY KEY (business_id, id),
  FOREIGN KEY (business_id, target_account_id) REFERENCES accounts (business_id, id),
  CHECK (starts_at <= closes_at)
);

-- What was closed: one row per combination of tags, with the entry of both bases or of each. The window and the
-- reference number are those of the request, kept here because closings are looked for by them. line_count counts the
-- lines of all its entries.
CREATE TABLE closing_actions (
  business_id        uuid NOT NULL,
  id                 uuid NOT NULL,
  seq                bigint GENERATED ALWAYS AS IDENTITY,
  request_id         uuid NOT NULL,
  primary_entry_id   uuid NOT NULL,
  secondary_entry_id uuid,
  starts_at          timestamptz(3) NOT NULL,
  closes_at          timestamptz(3) NOT NULL,
  reference_number   text,
  line_count         integer NOT NULL CHECK (line_count >= 2),
  created_at         timestamptz(3) NOT NULL,
  reversed_at        timestamptz(3),
  PRIMARY KEY (business_id, id),
  FOREIGN KEY (business_id, request_id) REFERENCES closing_requests (business_id, id),
  FOREIGN KEY (business_id, primary_entry_id) REFERENCES journal_entries (business_id, id),
  FOREIGN KEY (business_id, secondary_entry_id) REFERENCES journal_entries (business_id, id),
  CHECK (starts_at <= closes_at),
  CHECK (secondary_entry_id <> primary_entry_id)
);
CREATE INDEX closing_actions_by_close ON closing_actions (business_id, closes_at, seq);
CREATE INDEX closing_actions_by_creation ON closing_actions (business_id, created_at, seq);
CREATE INDEX closing_actions_by_reference ON closing_actions (business_id, reference_number) WHERE reference_number IS NOT NULL;
CREATE INDEX closing_actions_live ON closing_actions (business_id, closes_at, starts_at) WHERE reversed_at IS NULL;

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['closing_requests', 'closing_actions'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY tenant ON %I TO {{app}} USING (business_id = app_business_id()) WITH CHECK (business_id = app_business_id())', name);
    EXECUTE format('GRANT SELECT, INSERT ON %I TO {{app}}', name);
  END LOOP;
END $$;
-- A closing is never changed but for being reversed, and never deleted.
GRANT UPDATE (reversed_at) ON closing_actions TO {{app}};
