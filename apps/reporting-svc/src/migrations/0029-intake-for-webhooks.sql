-- Those of the clients whose feeds these are.
CREATE POLICY intake ON webhooks FOR SELECT TO {{intake}}
  USING (client_id IN (SELECT f.client_id FROM feed_positions f
                        WHERE f.business_id = ANY ((SELECT app_business_ids())::uuid[])));
GRANT SELECT ON webhooks TO {{intake}};
