-- A feed is begun for its client by the business itself; what is taken in for several is appended to feeds that exist.
CREATE POLICY intake ON feed_positions TO {{intake}}
  USING ((business_id = ANY ((SELECT app_business_ids())::uuid[])) IS TRUE)
  WITH CHECK ((business_id = ANY ((SELECT app_business_ids())::uuid[])) IS TRUE);
GRANT SELECT, UPDATE (last_position, is_whole) ON feed_positions TO {{intake}};
