-- The lock holder runs the write; others get IN_PROGRESS at once, and wait without a connection.
CREATE OR REPLACE FUNCTION claim_idempotency_key_v1(
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
  ELSIF answer = '' THEN
    outcome := 'FORGOTTEN';
    answer := NULL;
  ELSE
    outcome := 'REPLAY';
  END IF;
END $$;

-- What has become of a key, for a request that has probably been answered: sets the tenant itself, so it is one statement
-- without a transaction around it, and takes no lock where there is an answer. NEW says that none was found, not that the
-- key is free.
CREATE OR REPLACE FUNCTION find_answer_v1(
  p_business_id uuid, p_client_id uuid, p_operation text, p_key text, p_request_hash text, p_now timestamptz,
  OUT outcome text, OUT answer text
) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.client_id', p_client_id::text, true), set_config('app.business_id', p_business_id::text, true);
  SELECT CASE WHEN k.request_hash <> p_request_hash THEN 'REUSED' WHEN k.answer = '' THEN 'FORGOTTEN' ELSE 'REPLAY' END,
         CASE WHEN k.request_hash = p_request_hash AND k.answer <> '' THEN k.answer END
    INTO outcome, answer
    FROM idempotency_keys k
   WHERE k.business_id = p_business_id AND k.client_id = p_client_id AND k.operation = p_operation AND k.key = p_key
     AND k.created_at > p_now - interval '24 hours';
  IF NOT FOUND THEN
    outcome := CASE WHEN pg_try_advisory_xact_lock(hashtextextended(concat_ws(chr(31), p_business_id, p_client_id, p_operation, p_key), 1))
                    THEN 'NEW' ELSE 'IN_PROGRESS' END;
  END IF;
END $$;

CREATE OR REPLACE FUNCTION keep_answer_v1(
  p_business_id uuid, p_client_id uuid, p_operation text, p_key text, p_request_hash text, p_answer text, p_now timestamptz
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO idempotency_keys (business_id, client_id, operation, key, request_hash, answer, created_at)
  VALUES (p_business_id, p_client_id, p_operation, p_key, p_request_hash, p_answer, p_now)
  ON CONFLICT (business_id, client_id, operation, key) DO UPDATE
    SET request_hash = excluded.request_hash, answer = excluded.answer, created_at = excluded.created_at;
  -- What is of no business is small, and in a cluster lies elsewhere than the rest.
  IF octet_length(p_answer) > 16384 AND p_business_id <> '00000000-0000-0000-0000-000000000000' THEN
    PERFORM forget_answers_v1(64 * 1024 * 1024);
  END IF;
END $$;

-- Claims a key and keeps its answer in one go, for a write that is decided already; the write follows, if the key is NEW.
-- A key that is used already is not written to, not even locked: a repeat commits nothing.
CREATE OR REPLACE FUNCTION keep_new_answer_v1(
  p_business_id uuid, p_client_id uuid, p_operation text, p_key text, p_request_hash text, p_answer text, p_now timestamptz,
  OUT outcome text, OUT answer text
) LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended(concat_ws(chr(31), p_business_id, p_client_id, p_operation, p_key), 1)) THEN
    outcome := 'IN_PROGRESS';
    RETURN;
  END IF;
  INSERT INTO idempotency_keys (business_id, client_id, operation, key, request_hash, answer, created_at)
  VALUES (p_business_id, p_client_id, p_operation, p_key, p_request_hash, p_answer, p_now)
  ON CONFLICT DO NOTHING;
  IF FOUND THEN
    IF octet_length(p_answer) > 16384 THEN
      PERFORM forget_answers_v1(64 * 1024 * 1024);
    END IF;
    outcome := 'NEW';
    RETURN;
  END IF;
  SELECT c.outcome, c.answer INTO outcome, answer
    FROM claim_idempotency_key_v1(p_business_id, p_client_id, p_operation, p_key, p_request_hash, p_now) c;
  IF outcome = 'NEW' THEN
    PERFORM keep_answer_v1(p_business_id, p_client_id, p_operation, p_key, p_request_hash, p_answer, p_now);
  END IF;
END $$;

-- Empties the oldest of the large answers of the client that are beyond the budget, in bytes. The newest stays in any case.
-- What another request is just emptying is passed by: two that waited for each other's would never end.
CREATE OR REPLACE FUNCTION forget_answers_v1(p_budget bigint) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH large AS (
    SELECT k.business_id, k.client_id, k.operation, k.key,
           sum(octet_length(k.answer)) OVER newest_first AS bytes, row_number() OVER newest_first AS place
      FROM idempotency_keys k
     WHERE k.client_id = app_client_id() AND octet_length(k.answer) > 16384
    WINDOW newest_first AS (ORDER BY k.created_at DESC, k.business_id, k.operation, k.key ROWS UNBOUNDED PRECEDING)
  ), beyond AS (
    SELECT k.business_id, k.client_id, k.operation, k.key
      FROM idempotency_keys k JOIN large l USING (business_id, client_id, operation, key)
     WHERE l.bytes > p_budget AND l.place > 1
       FOR UPDATE OF k SKIP LOCKED
  )
  UPDATE idempotency_keys k SET answer = '' FROM beyond b
   WHERE k.business_id = b.business_id AND k.client_id = b.client_id AND k.operation = b.operation AND k.key = b.key
$$;

-- Empties the small answers of the client that were kept in a time, after one instant and through another; how many those
-- were. A repeat of what is just being written is passed by.
CREATE OR REPLACE FUNCTION forget_small_answers_v1(p_after timestamptz, p_through timestamptz) RETURNS bigint
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH small AS (
    SELECT k.business_id, k.client_id, k.operation, k.key
      FROM idempotency_keys k
     WHERE k.created_at > p_after AND k.created_at <= p_through AND k.client_id = app_client_id()
       AND octet_length(k.answer) BETWEEN 1 AND 16384
       FOR UPDATE OF k SKIP LOCKED
  ), emptied AS (
    UPDATE idempotency_keys k SET answer = '' FROM small s
     WHERE k.business_id = s.business_id AND k.client_id = s.client_id AND k.operation = s.operation AND k.key = s.key
    RETURNING 1
  )
  SELECT count(*) FROM emptied
$$;
