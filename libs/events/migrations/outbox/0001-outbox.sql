-- Events wait here, written in the transaction of what they tell of, until the relay has published them. Sent ones stay
-- some days, because the stream may be lost. business_id is nil for events that belong to a client as a whole.
CREATE TABLE outbox (
  business_id    uuid NOT NULL,
  id             uuid NOT NULL,
  position       bigint GENERATED ALWAYS AS IDENTITY,
  aggregate_type text NOT NULL,
  aggregate_id   uuid NOT NULL,
  version        bigint NOT NULL CHECK (version > 0),
  subject        text NOT NULL,
  event          text NOT NULL,
  created_at     timestamptz(3) NOT NULL,
  sent_at        timestamptz,
  PRIMARY KEY (business_id, id)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);

-- Small, because hardly anything is ever unsent: one for the order, one for "has this aggregate an earlier event".
CREATE INDEX outbox_unsent ON outbox (position) WHERE sent_at IS NULL;
CREATE UNIQUE INDEX outbox_unsent_versions ON outbox (business_id, aggregate_type, aggregate_id, version)
  WHERE sent_at IS NULL;
CREATE INDEX outbox_sent ON outbox (sent_at) WHERE sent_at IS NOT NULL;

ALTER TABLE outbox ENABLE ROW LEVEL SECURITY;
ALTER TABLE outbox FORCE ROW LEVEL SECURITY;
-- Who writes events has no need to read any, least of all those of clients as a whole, which belong to no business.
CREATE POLICY tenant ON outbox FOR INSERT TO {{app}}
  WITH CHECK (business_id IN (app_business_id(), '00000000-0000-0000-0000-000000000000'));
CREATE POLICY relay ON outbox TO {{relay}} USING (true);
GRANT INSERT ON outbox TO {{app}};
GRANT SELECT, UPDATE (sent_at), DELETE ON outbox TO {{relay}};

-- What the relay knows of the stream: if it was made anew, or lost its end, events are published again. They are those
-- with a sent_at in [replay_from, replay_until); both are null when nothing is left to do.
CREATE TABLE relay_state (
  stream        text PRIMARY KEY,
  created       text NOT NULL,
  last_sequence bigint NOT NULL,
  replay_from   timestamptz,
  replay_until  timestamptz
);
GRANT SELECT, INSERT, UPDATE ON relay_state TO {{relay}};

-- Locks up to p_limit unsent events, oldest first, passing over what another relay has locked, and over events whose
-- aggregate has an earlier one unsent. `place` is where a row lies, which holds while it is locked.
-- A backlog builds up faster than statistics do, and a planner that expects a handful of unsent rows sorts all of them
-- for each batch: so the index that has the order is the only way left to it. OFFSET 0 keeps the lookup a lookup.
CREATE FUNCTION claim_unsent(p_limit int) RETURNS TABLE (place text, id uuid, subject text, event text)
LANGUAGE sql SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off
AS $$
  SELECT o.ctid::text, o.id, o.subject, o.event
    FROM outbox o
   WHERE o.sent_at IS NULL
     AND NOT EXISTS (SELECT FROM outbox e
                      WHERE e.sent_at IS NULL AND e.business_id = o.business_id
                        AND e.aggregate_type = o.aggregate_type AND e.aggregate_id = o.aggregate_id
                        AND e.version < o.version
                     OFFSET 0)
   ORDER BY o.position
   LIMIT p_limit
     FOR UPDATE OF o SKIP LOCKED
$$;
