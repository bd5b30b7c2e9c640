-- What is appended to a feed is recorded for good, whichever version of the service appends it.
CREATE OR REPLACE FUNCTION record_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_log (business_id, position, event_id, type, aggregate_type, aggregate_id, aggregate_version, happened_at,
                         recorded_at, request_id, actor, actor_user)
  SELECT e.business_id, e.position, e.event_id, e.type, e.aggregate_type, e.aggregate_id, e.aggregate_version, e.happened_at,
         e.appended_at, e.request_id, e.actor, e.actor::json ->> 'user'
    FROM appended e;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER recorded AFTER INSERT ON feed_events REFERENCING NEW TABLE AS appended
  FOR EACH STATEMENT EXECUTE FUNCTION record_events();
