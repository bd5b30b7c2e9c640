-- The tenant of a transaction. After a commit the setting is an empty string on a pooled connection, hence nullif:
-- without a tenant every comparison is null and no row exists.
CREATE FUNCTION app_business_id() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT nullif(current_setting('app.business_id', true), '')::uuid $$;
CREATE FUNCTION app_client_id() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT nullif(current_setting('app.client_id', true), '')::uuid $$;

-- Answers of writes that carried an Idempotency-Key, for 24 hours. business_id is nil where the operation belongs to
-- the client as a whole.
CREATE TABLE idempotency_keys (
  business_id  uuid NOT NULL,
  client_id    uuid NOT NULL,
  operation    text NOT NULL,
  key          text NOT NULL,
  request_hash text NOT NULL,
  answer       text NOT NULL,
  created_at   timestamptz(3) NOT NULL,
  PRIMARY KEY (business_id, client_id, operation, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);
ALTER TABLE idempotency_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE idempotency_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON idempotency_keys TO {{app}}
  USING (client_id = app_client_id() AND business_id IN (app_business_id(), '00000000-0000-0000-0000-000000000000'))
  WITH CHECK (client_id = app_client_id() AND business_id IN (app_business_id(), '00000000-0000-0000-0000-000000000000'));
CREATE POLICY housekeeping ON idempotency_keys TO {{relay}} USING (true);
GRANT SELECT, INSERT, UPDATE ON idempotency_keys TO {{app}};
GRANT SELECT, DELETE ON idempotency_keys TO {{relay}};

-- Who holds the lock runs the write; who does not is told at once and waits without a connection.
CREATE FUNCTION claim_idempotency_key(
  p_business_id uuid, p_client_id uuid, p_operation text, p_key text, p_request_hash text, p_now timestamptz,
  OUT outcome text, OUT answer text
) LANGUAGE plpgsql AS $$
DECLARE
  found_hash text;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended(concat_ws(chr(31), p_business_id, p_client_id, p_operation, p_key), 1)) THEN
    outcome := 'IN_PROGRESS';
    RETURN;
  END IF;
  SELECT k.request_hash, k.answer INTO found_hash, answer
    FROM idempotency_keys k
   WHERE k.business_id = p_business_id AND k.client_id = p_client_id AND k.operation = p_operation AND k.key = p_key
     AND k.created_at > p_now - interval '24 hours';
  IF NOT FOUND THEN
    outcome := 'NEW';
  ELSIF found_hash <> p_request_hash THEN
    outcome := 'REUSED';
    answer := NULL;
  ELSE
    outcome := 'REPLAY';
  END IF;
END $$;

CREATE FUNCTION keep_answer(
  p_business_id uuid, p_client_id uuid, p_operation text, p_key text, p_request_hash text, p_answer text, p_now timestamptz
) RETURNS void LANGUAGE sql AS $$
  INSERT INTO idempotency_keys (business_id, client_id, operation, key, request_hash, answer, created_at)
  VALUES (p_business_id, p_client_id, p_operation, p_key, p_request_hash, p_answer, p_now)
  ON CONFLICT (business_id, client_id, operation, key) DO UPDATE
    SET request_hash = excluded.request_hash, answer = excluded.answer, created_at = excluded.created_at
$$;
