-- in batches after the functions, on audit_log, feed_events
INSERT INTO audit_log (business_id, position, event_id, type, aggregate_type, aggregate_id, aggregate_version, happened_at,
                       recorded_at, request_id, actor)
SELECT e.business_id, e.position, e.event_id, e.type, e.aggregate_type, e.aggregate_id, e.aggregate_version, e.happened_at,
       e.appended_at, e.request_id, e.actor
  FROM feed_events e
 WHERE NOT EXISTS (SELECT FROM audit_log a WHERE a.business_id = e.business_id AND a.position = e.position)
 LIMIT 5000
