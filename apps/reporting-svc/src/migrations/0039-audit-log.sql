-- What happened in a business and who asked for it, for as long as the business is kept: the feed forgets its events. Records
-- have the positions of the feed, which follow each other without a gap, and are recorded in that order.
CREATE TABLE audit_log (
  business_id       uuid NOT NULL,
  position          bigint NOT NULL,
  event_id          text NOT NULL,
  type              text NOT NULL,
  aggregate_type    text NOT NULL,
  aggregate_id      text NOT NULL,
  aggregate_version bigint NOT NULL,
  happened_at       timestamptz(3) NOT NULL,
  recorded_at       timestamptz(3) NOT NULL,
  request_id        text,
  -- Who asked, as JSON, and which user of the platform that is.
  actor             text,
  actor_user        text,
  PRIMARY KEY (business_id, position)
);
CREATE INDEX audit_log_recorded ON audit_log (business_id, recorded_at, position);
CREATE INDEX audit_log_of ON audit_log (business_id, aggregate_id, position);
CREATE INDEX audit_log_types ON audit_log (business_id, aggregate_type, position);
CREATE INDEX audit_log_requests ON audit_log (business_id, request_id, position) WHERE request_id IS NOT NULL;
CREATE INDEX audit_log_users ON audit_log (business_id, actor_user, position) WHERE actor_user IS NOT NULL;

ALTER TABLE audit_log ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_log FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON audit_log TO {{app}} USING (business_id = app_business_id())
  WITH CHECK (business_id = app_business_id());
CREATE POLICY intake ON audit_log TO {{intake}}
  USING ((business_id = ANY ((SELECT app_business_ids())::uuid[])) IS TRUE)
  WITH CHECK ((business_id = ANY ((SELECT app_business_ids())::uuid[])) IS TRUE);
-- Nobody changes a record, and nobody removes one.
GRANT SELECT, INSERT ON audit_log TO {{app}};
GRANT INSERT ON audit_log TO {{intake}};
