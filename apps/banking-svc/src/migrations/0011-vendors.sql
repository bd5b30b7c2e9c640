-- What vendors are called, as billing tells: copies, kept up to date by its events; a row changes only to a newer version
-- of itself. Candidates and transactions name a vendor by its id alone, which never changes; a vendor that nothing has
-- told of yet is called nothing. Two may go by one external id for as long as the event of one of them is on its way.
CREATE TABLE vendors (
  business_id uuid NOT NULL,
  id          uuid NOT NULL,
  external_id text,
  name        text NOT NULL,
  version     bigint NOT NULL,
  PRIMARY KEY (business_id, id)
);
CREATE INDEX vendors_by_external_id ON vendors (business_id, external_id) WHERE external_id IS NOT NULL;

ALTER TABLE vendors ENABLE ROW LEVEL SECURITY;
ALTER TABLE vendors FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON vendors TO {{app}} USING (business_id = app_business_id())
  WITH CHECK (business_id = app_business_id());
GRANT SELECT, INSERT, UPDATE ON vendors TO {{app}};
-- The functions that search look up whom a filter names; they ask for the tenant themselves.
CREATE POLICY search ON vendors FOR SELECT TO CURRENT_USER USING (true);

-- With its index.
ALTER TABLE bank_transactions DROP COLUMN vendor_external_id;
ALTER TABLE match_candidates DROP COLUMN vendor_external_id, DROP COLUMN counterparty_name;
