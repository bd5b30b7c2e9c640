CREATE POLICY intake ON feed_events TO {{intake}}
  USING ((business_id = ANY ((SELECT app_business_ids())::uuid[])) IS TRUE)
  WITH CHECK ((business_id = ANY ((SELECT app_business_ids())::uuid[])) IS TRUE);
GRANT SELECT (business_id, event_id, aggregate_type, aggregate_id, aggregate_version), INSERT ON feed_events TO {{intake}};
