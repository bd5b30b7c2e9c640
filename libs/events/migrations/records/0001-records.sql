-- The history of what a service owns: each version of each thing, at contiguous positions per business, in the order in which
-- it became known. A relay writes it before it publishes the event of that version. Nothing of it is ever changed.

-- Where the records of a business end; locked by who appends some.
CREATE TABLE record_heads (
  business_id uuid PRIMARY KEY,
  position    bigint NOT NULL,
  recorded_at timestamptz(3) NOT NULL
);

-- `recorded_at` never decreases with the position. `state` is the JSON of the version as its event tells it; null for entries, of
-- which the journal has all versions, and where large_states has it. `salt` hides what is personal in the leaf that the record
-- becomes when it is sealed.
CREATE TABLE records (
  business_id    uuid NOT NULL,
  position       bigint NOT NULL,
  recorded_at    timestamptz(3) NOT NULL,
  aggregate_type text NOT NULL,
  aggregate_id   uuid NOT NULL,
  version        bigint NOT NULL,
  event_id       uuid NOT NULL,
  event_type     text NOT NULL,
  request_id     text,
  actor          text,
  state          text,
  salt           bytea NOT NULL CHECK (length(salt) = 32),
  PRIMARY KEY (business_id, position)
);
CREATE UNIQUE INDEX records_versions ON records (business_id, aggregate_type, aggregate_id, version);

-- States that were too large for their events; written with these.
CREATE TABLE large_states (
  business_id uuid NOT NULL,
  event_id    uuid NOT NULL,
  state       text NOT NULL,
  PRIMARY KEY (business_id, event_id)
);

-- Since when there are records; '-infinity' in a database that had them from the start.
CREATE TABLE records_since (since timestamptz(3) PRIMARY KEY);
INSERT INTO records_since (since)
  VALUES (CASE WHEN current_setting('app.new_database', true) = 'on' THEN '-infinity'::timestamptz ELSE now() END);

ALTER TABLE record_heads ENABLE ROW LEVEL SECURITY;
ALTER TABLE record_heads FORCE ROW LEVEL SECURITY;
ALTER TABLE records ENABLE ROW LEVEL SECURITY;
ALTER TABLE records FORCE ROW LEVEL SECURITY;
ALTER TABLE large_states ENABLE ROW LEVEL SECURITY;
ALTER TABLE large_states FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON record_heads FOR SELECT TO {{app}} USING (business_id = app_business_id());
CREATE POLICY tenant ON records FOR SELECT TO {{app}} USING (business_id = app_business_id());
CREATE POLICY tenant ON large_states TO {{app}}
  USING (business_id = app_business_id()) WITH CHECK (business_id = app_business_id());
-- The relay's role looks for histories that go on.
CREATE POLICY everyone ON record_heads FOR SELECT TO {{relay}} USING (true);
CREATE POLICY intake ON record_heads TO {{intake}}
  USING ((business_id = ANY ((SELECT app_business_ids())::uuid[])) IS TRUE)
  WITH CHECK ((business_id = ANY ((SELECT app_business_ids())::uuid[])) IS TRUE);
CREATE POLICY intake ON records TO {{intake}}
  USING ((business_id = ANY ((SELECT app_business_ids())::uuid[])) IS TRUE)
  WITH CHECK ((business_id = ANY ((SELECT app_business_ids())::uuid[])) IS TRUE);
CREATE POLICY intake ON large_states FOR INSERT TO {{intake}}
  WITH CHECK ((business_id = ANY ((SELECT app_business_ids())::uuid[])) IS TRUE);
GRANT SELECT ON record_heads, records, records_since TO {{app}};
GRANT SELECT ON record_heads TO {{relay}};
GRANT SELECT, INSERT ON large_states TO {{app}};
GRANT SELECT, INSERT, UPDATE ON record_heads TO {{intake}};
GRANT SELECT, INSERT ON records TO {{intake}};
GRANT INSERT ON large_states TO {{intake}};
