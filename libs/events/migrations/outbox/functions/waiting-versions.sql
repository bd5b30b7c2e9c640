-- The versions of things of the transaction's business whose events wait to be published, or were published by the version before
-- and wait to be recorded. Some of them may be recorded already; seals never are. The service itself may not read its events.
CREATE OR REPLACE FUNCTION waiting_versions_v1(p_business_id uuid)
RETURNS TABLE (aggregate_type text, aggregate_id uuid, version bigint, created_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT q.aggregate_type, q.aggregate_id, q.version, q.created_at
    FROM event_queue q
   WHERE q.business_id = p_business_id AND p_business_id = app_business_id() AND q.aggregate_type <> 'seal'
   UNION ALL
  SELECT o.aggregate_type, o.aggregate_id, o.version, o.created_at
    FROM outbox o
   WHERE o.sent_at IS NULL AND o.business_id = p_business_id AND p_business_id = app_business_id() AND o.aggregate_type <> 'seal'
   UNION ALL
  SELECT o.aggregate_type, o.aggregate_id, o.version, o.created_at
    FROM outbox o
   WHERE o.sent_at IS NOT NULL AND NOT o.is_recorded AND o.business_id = p_business_id AND p_business_id = app_business_id()
$$;
REVOKE ALL ON FUNCTION waiting_versions_v1 FROM PUBLIC;
GRANT EXECUTE ON FUNCTION waiting_versions_v1 TO {{app}};
