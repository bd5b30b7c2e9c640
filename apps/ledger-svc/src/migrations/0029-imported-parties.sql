-- Customers and vendors of a provider that imported lines name, by the ids that these have here; names are those of when the
-- import met them. Entries that were imported before name nobody, and do not say so: names_parties.
CREATE TABLE imported_parties (
  business_id         uuid NOT NULL,
  id                  uuid NOT NULL,
  connector           text NOT NULL,
  external_company_id text NOT NULL,
  kind                text NOT NULL CHECK (kind IN ('CUSTOMER', 'VENDOR')),
  external_id         text NOT NULL CHECK (external_id <> ''),
  name                text NOT NULL,
  PRIMARY KEY (business_id, id)
);
CREATE UNIQUE INDEX imported_parties_of_provider
  ON imported_parties (business_id, connector, external_company_id, external_id, kind);
ALTER TABLE imported_parties ENABLE ROW LEVEL SECURITY;
ALTER TABLE imported_parties FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON imported_parties TO {{app}}
  USING (business_id = app_business_id()) WITH CHECK (business_id = app_business_id());
GRANT SELECT, INSERT ON imported_parties TO {{app}};

ALTER TABLE imported_entries ADD COLUMN names_parties boolean NOT NULL DEFAULT false;
