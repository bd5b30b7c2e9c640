-- Which business has an external_id of its client: what is unique for a client lies with the client, where in a cluster each
-- business lies by itself.
CREATE TABLE business_external_ids (
  client_id   uuid NOT NULL,
  external_id text NOT NULL,
  business_id uuid NOT NULL,
  CONSTRAINT business_external_ids_of_client PRIMARY KEY (client_id, external_id)
);
ALTER TABLE business_external_ids ENABLE ROW LEVEL SECURITY;
ALTER TABLE business_external_ids FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON business_external_ids TO {{app}} USING (client_id = app_client_id()) WITH CHECK (client_id = app_client_id());
GRANT SELECT, INSERT, DELETE ON business_external_ids TO {{app}};
