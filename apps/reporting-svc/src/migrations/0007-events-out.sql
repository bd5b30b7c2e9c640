-- How far the feed of a business goes. The row is the lock under which positions are given: they become visible in their
-- order, and what is rolled back leaves no gap. What stood up to purged_through is not kept any more.
CREATE TABLE feed_positions (
  business_id    uuid PRIMARY KEY,
  client_id      uuid NOT NULL,
  last_position  bigint NOT NULL DEFAULT 0,
  purged_through bigint NOT NULL DEFAULT 0 CHECK (purged_through <= last_position),
  -- Whether it has everything since the business was created; not where the business is older than the feed.
  is_whole       boolean NOT NULL DEFAULT false
);

-- What happened in each business, in its public form. No read model: a rebuild leaves it alone.
CREATE TABLE feed_events (
  business_id       uuid NOT NULL,
  position          bigint NOT NULL,
  event_id          text NOT NULL,
  type              text NOT NULL,
  aggregate_type    text NOT NULL,
  aggregate_id      text NOT NULL,
  aggregate_version bigint NOT NULL,
  happened_at       timestamptz(3) NOT NULL,
  data              text NOT NULL,
  appended_at       timestamptz(3) NOT NULL,
  PRIMARY KEY (business_id, position)
);
-- An event is appended once, whatever is published again.
CREATE UNIQUE INDEX feed_events_ids ON feed_events (business_id, event_id);
CREATE INDEX feed_events_versions ON feed_events (business_id, aggregate_type, aggregate_id, aggregate_version);
CREATE INDEX feed_events_age ON feed_events (appended_at);

-- Where a client wants to be told. Belongs to the client as a whole.
CREATE TABLE webhooks (
  client_id       uuid NOT NULL,
  id              uuid NOT NULL,
  url             text NOT NULL,
  description     text,
  -- Empty means all.
  event_types     text[] NOT NULL,
  business_ids    uuid[] NOT NULL,
  status          text NOT NULL CHECK (status IN ('ENABLED', 'DISABLED')),
  disabled_at     timestamptz(3),
  disabled_reason text CHECK (disabled_reason IN ('REQUESTED', 'GONE', 'FAILING')),
  -- The first of nothing but failures since the last success.
  failing_since   timestamptz(3),
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  PRIMARY KEY (client_id, id),
  CHECK ((status = 'DISABLED') = (disabled_at IS NOT NULL) AND (disabled_at IS NULL) = (disabled_reason IS NULL))
);

-- What webhooks are signed with: the one without expires_at, and for a day the one before it.
CREATE TABLE webhook_secrets (
  client_id     uuid NOT NULL,
  id            uuid NOT NULL,
  webhook_id    uuid NOT NULL,
  expires_at    timestamptz(3),
  master_key_id text NOT NULL CHECK (master_key_id <> ''),
  wrapped_key   bytea NOT NULL CHECK (octet_length(wrapped_key) = 60),
  ciphertext    bytea NOT NULL CHECK (octet_length(ciphertext) > 28),
  created_at    timestamptz(3) NOT NULL,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, webhook_id) REFERENCES webhooks (client_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX webhook_secrets_current ON webhook_secrets (client_id, webhook_id) WHERE expires_at IS NULL;
CREATE INDEX webhook_secrets_of ON webhook_secrets (client_id, webhook_id);
CREATE INDEX webhook_secrets_expired ON webhook_secrets (expires_at) WHERE expires_at IS NOT NULL;

-- An event of the feed that is to be, or was, sent to a webhook; a ping has the nil business and a position of its own.
-- Written with the event itself. PENDING with no attempts: it waits for its turn among those of its business. PENDING with
-- some: it is tried again. leased_until: somebody is at it until then at the latest.
CREATE TABLE webhook_deliveries (
  client_id       uuid NOT NULL,
  webhook_id      uuid NOT NULL,
  id              uuid NOT NULL,
  business_id     uuid NOT NULL,
  position        bigint NOT NULL,
  event_id        text NOT NULL,
  event_type      text NOT NULL,
  status          text NOT NULL CHECK (status IN ('PENDING', 'DELIVERED', 'FAILED')),
  attempts        int NOT NULL DEFAULT 0,
  next_attempt_at timestamptz(3),
  leased_until    timestamptz(3),
  created_at      timestamptz(3) NOT NULL,
  finished_at     timestamptz(3),
  PRIMARY KEY (client_id, webhook_id, id),
  CHECK ((status = 'PENDING') = (next_attempt_at IS NOT NULL))
);
-- The heads of what waits, and what is to be tried again; both are small where endpoints answer.
CREATE INDEX webhook_deliveries_first ON webhook_deliveries (client_id, webhook_id, business_id, position, id)
  WHERE status = 'PENDING' AND attempts = 0;
CREATE INDEX webhook_deliveries_again ON webhook_deliveries (client_id, webhook_id, next_attempt_at)
  WHERE status = 'PENDING' AND attempts > 0;
CREATE INDEX webhook_deliveries_log ON webhook_deliveries (client_id, webhook_id, created_at, id);
CREATE INDEX webhook_deliveries_events ON webhook_deliveries (client_id, webhook_id, event_id);
CREATE INDEX webhook_deliveries_age ON webhook_deliveries (created_at);

CREATE TABLE webhook_attempts (
  client_id    uuid NOT NULL,
  webhook_id   uuid NOT NULL,
  delivery_id  uuid NOT NULL,
  number       int NOT NULL,
  attempted_at timestamptz(3) NOT NULL,
  duration_ms  int NOT NULL,
  -- Null where no answer came.
  status_code  int,
  error        text,
  -- How the answer begins.
  answer       text,
  PRIMARY KEY (client_id, webhook_id, delivery_id, number),
  FOREIGN KEY (client_id, webhook_id, delivery_id) REFERENCES webhook_deliveries (client_id, webhook_id, id)
    ON DELETE CASCADE
);

DO $$
DECLARE
  named text;
BEGIN
  FOREACH named IN ARRAY ARRAY['feed_positions', 'feed_events'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', named);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', named);
    EXECUTE format(
      'CREATE POLICY tenant ON %I TO {{app}} USING (business_id = app_business_id())
         WITH CHECK (business_id = app_business_id())', named);
    EXECUTE format('CREATE POLICY housekeeping ON %I TO {{relay}} USING (true)', named);
  END LOOP;
  FOREACH named IN ARRAY ARRAY['webhooks', 'webhook_secrets', 'webhook_deliveries', 'webhook_attempts'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', named);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', named);
    EXECUTE format(
      'CREATE POLICY client ON %I TO {{app}} USING (client_id = app_client_id())
         WITH CHECK (client_id = app_client_id())', named);
  END LOOP;
  FOREACH named IN ARRAY ARRAY['webhook_secrets', 'webhook_deliveries'] LOOP
    EXECUTE format('CREATE POLICY housekeeping ON %I TO {{relay}} USING (true)', named);
  END LOOP;
END $$;

-- Nobody changes an event; who keeps house sees none either, only where it stands.
GRANT SELECT, INSERT, UPDATE ON feed_positions TO {{app}};
GRANT SELECT, INSERT ON feed_events TO {{app}};
GRANT SELECT, UPDATE (purged_through) ON feed_positions TO {{relay}};
GRANT SELECT (business_id, position, appended_at), DELETE ON feed_events TO {{relay}};

GRANT SELECT, INSERT, UPDATE, DELETE ON webhooks, webhook_secrets TO {{app}};
GRANT SELECT, INSERT, UPDATE ON webhook_deliveries TO {{app}};
GRANT SELECT, INSERT ON webhook_attempts TO {{app}};
-- Which deliveries are due is asked over all clients; what is in them is read for one client at a time.
GRANT SELECT, UPDATE (leased_until), DELETE ON webhook_deliveries TO {{relay}};
-- Rotating master keys re-wraps data keys, for which nobody needs to read a ciphertext: the operators' role cannot.
GRANT SELECT (client_id, id, expires_at, master_key_id, wrapped_key), UPDATE (master_key_id, wrapped_key), DELETE
  ON webhook_secrets TO {{relay}};
