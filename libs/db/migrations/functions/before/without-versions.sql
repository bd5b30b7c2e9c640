-- What the version before calls: its functions had no version in their names. Each is the one that came after it.

CREATE OR REPLACE FUNCTION claim_idempotency_key(
  p_business_id uuid, p_client_id uuid, p_operation text, p_key text, p_request_hash text, p_now timestamptz,
  OUT outcome text, OUT answer text
)
LANGUAGE sql AS $$
  -- It knows no answers that are not kept: it refuses the repeat, too, and says less exactly why.
  SELECT CASE c.outcome WHEN 'FORGOTTEN' THEN 'REUSED' ELSE c.outcome END, c.answer
    FROM claim_idempotency_key_v1(p_business_id, p_client_id, p_operation, p_key, p_request_hash, p_now) c
$$;

CREATE OR REPLACE FUNCTION keep_answer(
  p_business_id uuid, p_client_id uuid, p_operation text, p_key text, p_request_hash text, p_answer text,
  p_now timestamptz
) RETURNS void
LANGUAGE sql AS $$
  SELECT keep_answer_v1(p_business_id, p_client_id, p_operation, p_key, p_request_hash, p_answer, p_now)
$$;
