-- An event is delivered to webhooks of the client whose feed has it, and of no other.
CREATE POLICY intake ON webhook_deliveries FOR INSERT TO {{intake}}
  WITH CHECK ((business_id = ANY ((SELECT app_business_ids())::uuid[])) IS TRUE
              AND client_id = (SELECT f.client_id FROM feed_positions f
                                WHERE f.business_id = webhook_deliveries.business_id));
GRANT INSERT ON webhook_deliveries TO {{intake}};
