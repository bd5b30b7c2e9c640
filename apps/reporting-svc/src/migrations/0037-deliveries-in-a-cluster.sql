-- in a cluster alone
-- Deliveries and their attempts lie with the feed that they are of, and what is unique there has to name the business. Policies
-- cannot ask another table: functions do, which run where the feed is.
ALTER TABLE webhook_attempts DROP CONSTRAINT webhook_attempts_client_id_webhook_id_delivery_id_fkey;
ALTER TABLE webhook_attempts DROP CONSTRAINT webhook_attempts_pkey;
ALTER TABLE webhook_deliveries DROP CONSTRAINT webhook_deliveries_pkey;
ALTER TABLE webhook_deliveries ADD PRIMARY KEY (client_id, webhook_id, id, business_id);
ALTER TABLE webhook_attempts ADD PRIMARY KEY (client_id, webhook_id, delivery_id, number, business_id);
ALTER TABLE webhook_attempts ADD FOREIGN KEY (client_id, webhook_id, delivery_id, business_id)
  REFERENCES webhook_deliveries (client_id, webhook_id, id, business_id) ON DELETE CASCADE;

-- Secrets lie with their client: nobody writes to a table that each node has a copy of who may not update all of it, which who
-- rotates keys must not. So they are not where webhooks are, and are removed with them by the service.
ALTER TABLE webhook_secrets DROP CONSTRAINT webhook_secrets_client_id_webhook_id_fkey;

CREATE FUNCTION app_clients_of_feeds() RETURNS uuid[] LANGUAGE plpgsql STABLE AS $clients$
BEGIN
  RETURN ARRAY(SELECT f.client_id FROM feed_positions f WHERE f.business_id = ANY (app_business_ids()));
END $clients$;
CREATE FUNCTION app_client_of_feed(p_business_id uuid) RETURNS uuid LANGUAGE plpgsql STABLE AS $client$
BEGIN
  RETURN (SELECT f.client_id FROM feed_positions f WHERE f.business_id = p_business_id);
END $client$;
DROP POLICY intake ON webhooks;
CREATE POLICY intake ON webhooks FOR SELECT TO {{intake}} USING (client_id = ANY (app_clients_of_feeds()));
DROP POLICY intake ON webhook_deliveries;
CREATE POLICY intake ON webhook_deliveries FOR INSERT TO {{intake}}
  WITH CHECK ((business_id = ANY (app_business_ids())) IS TRUE AND client_id = app_client_of_feed(business_id));
