-- Events that are never changed, beside a small queue of those that are not published yet: the relay deletes its row, where
-- it would write the whole event of the outbox a second time. Written to by write_events_v1, in new databases.

-- A ring of partitions, each written to for some days and emptied as a whole (housekeeping). All are there from the start:
-- none has to be made in time.
CREATE TABLE events (
  slot           smallint NOT NULL,
  position       bigint NOT NULL,
  business_id    uuid NOT NULL,
  id             uuid NOT NULL,
  aggregate_type text NOT NULL,
  aggregate_id   uuid NOT NULL,
  version        bigint NOT NULL CHECK (version > 0),
  subject        text NOT NULL,
  event          text NOT NULL,
  created_at     timestamptz(3) NOT NULL
) PARTITION BY LIST (slot);
CREATE TABLE events_0 PARTITION OF events FOR VALUES IN (0) WITH (autovacuum_vacuum_insert_threshold = -1);
CREATE TABLE events_1 PARTITION OF events FOR VALUES IN (1) WITH (autovacuum_vacuum_insert_threshold = -1);
CREATE TABLE events_2 PARTITION OF events FOR VALUES IN (2) WITH (autovacuum_vacuum_insert_threshold = -1);
CREATE TABLE events_3 PARTITION OF events FOR VALUES IN (3) WITH (autovacuum_vacuum_insert_threshold = -1);
CREATE TABLE events_4 PARTITION OF events FOR VALUES IN (4) WITH (autovacuum_vacuum_insert_threshold = -1);
-- The only one: for the queue, and for publishing all of them again in their order.
CREATE INDEX events_position ON events (position);
CREATE SEQUENCE event_positions AS bigint;

-- Which partition is written to; none where events are written to the outbox. A partition is drained from when it was first
-- seen with nothing of it in the queue.
CREATE TABLE event_slots (
  slot       smallint PRIMARY KEY,
  is_current boolean NOT NULL,
  begun_at   timestamptz,
  drained_at timestamptz
);
CREATE UNIQUE INDEX event_slots_current ON event_slots (is_current) WHERE is_current;
-- The version before relays the outbox alone, so what it may be rolled back to stays with that.
INSERT INTO event_slots (slot, is_current, begun_at)
  SELECT n, f.is_first, CASE WHEN f.is_first THEN now() END
    FROM generate_series(0, 4) AS n
   CROSS JOIN LATERAL (SELECT n = 0 AND current_setting('app.new_database') = 'on' AS is_first) f;

-- Rows come and go all the time: vacuumed often, and its file is never shortened, which would lock out everybody.
CREATE TABLE event_queue (
  position       bigint PRIMARY KEY,
  slot           smallint NOT NULL,
  business_id    uuid NOT NULL,
  aggregate_type text NOT NULL,
  aggregate_id   uuid NOT NULL,
  version        bigint NOT NULL,
  created_at     timestamptz(3) NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, vacuum_truncate = off);
CREATE UNIQUE INDEX event_queue_versions ON event_queue (business_id, aggregate_type, aggregate_id, version);

ALTER TABLE events ENABLE ROW LEVEL SECURITY;
ALTER TABLE events FORCE ROW LEVEL SECURITY;
ALTER TABLE events_0 ENABLE ROW LEVEL SECURITY;
ALTER TABLE events_0 FORCE ROW LEVEL SECURITY;
ALTER TABLE events_1 ENABLE ROW LEVEL SECURITY;
ALTER TABLE events_1 FORCE ROW LEVEL SECURITY;
ALTER TABLE events_2 ENABLE ROW LEVEL SECURITY;
ALTER TABLE events_2 FORCE ROW LEVEL SECURITY;
ALTER TABLE events_3 ENABLE ROW LEVEL SECURITY;
ALTER TABLE events_3 FORCE ROW LEVEL SECURITY;
ALTER TABLE events_4 ENABLE ROW LEVEL SECURITY;
ALTER TABLE events_4 FORCE ROW LEVEL SECURITY;
ALTER TABLE event_queue ENABLE ROW LEVEL SECURITY;
ALTER TABLE event_queue FORCE ROW LEVEL SECURITY;
-- As in the outbox: who writes events has no need to read any.
CREATE POLICY tenant ON events FOR INSERT TO {{app}}
  WITH CHECK (business_id IN (app_business_id(), '00000000-0000-0000-0000-000000000000'));
CREATE POLICY relay ON events FOR SELECT TO {{relay}} USING (true);
CREATE POLICY tenant ON event_queue FOR INSERT TO {{app}}
  WITH CHECK (business_id IN (app_business_id(), '00000000-0000-0000-0000-000000000000'));
CREATE POLICY relay ON event_queue TO {{relay}} USING (true);
GRANT INSERT ON events, event_queue TO {{app}};
GRANT USAGE ON SEQUENCE event_positions TO {{app}};
GRANT SELECT ON event_slots TO {{app}};
GRANT SELECT ON events TO {{relay}};
-- UPDATE for its locks alone.
GRANT SELECT, INSERT, DELETE, UPDATE (slot) ON event_queue TO {{relay}};
GRANT SELECT, UPDATE (is_current, begun_at, drained_at) ON event_slots TO {{relay}};
GRANT TRUNCATE ON events_0, events_1, events_2, events_3, events_4 TO {{relay}};

-- What has to be published again is put back into the queue, from replay_position to replay_last. A relay that did not know
-- of the last loss deletes nothing from the queue.
ALTER TABLE relay_state
  ADD COLUMN losses bigint NOT NULL DEFAULT 0,
  ADD COLUMN replay_position bigint NOT NULL DEFAULT 0,
  ADD COLUMN replay_last bigint NOT NULL DEFAULT 0;
