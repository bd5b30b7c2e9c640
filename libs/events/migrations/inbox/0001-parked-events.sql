-- Events that a consumer could not take in, however often it tried, with the reason: set aside, so that the others flow.
CREATE TABLE parked_events (
  business_id uuid NOT NULL,
  event_id    text NOT NULL,
  consumer    text NOT NULL,
  subject     text NOT NULL,
  event       text NOT NULL,
  error       text NOT NULL,
  parked_at   timestamptz(3) NOT NULL,
  PRIMARY KEY (business_id, event_id, consumer)
);
ALTER TABLE parked_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE parked_events FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON parked_events TO {{app}}
  USING (business_id IN (app_business_id(), '00000000-0000-0000-0000-000000000000'))
  WITH CHECK (business_id IN (app_business_id(), '00000000-0000-0000-0000-000000000000'));
CREATE POLICY housekeeping ON parked_events TO {{relay}} USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON parked_events TO {{app}};
GRANT SELECT, DELETE ON parked_events TO {{relay}};
