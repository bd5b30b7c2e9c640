-- Imports from accounting software elsewhere. One runs per connection at a time: who runs it holds a lease, which every
-- page renews. A run whose lease has run out has been interrupted, whatever its row says.
CREATE TABLE provider_syncs (
  business_id         uuid NOT NULL,
  id                  uuid NOT NULL,
  provider            text NOT NULL,
  external_company_id text NOT NULL,
  status              text NOT NULL CHECK (status IN ('RUNNING', 'SUCCEEDED', 'FAILED', 'INTERRUPTED')),
  lease_token         uuid NOT NULL,
  lease_until         timestamptz(3) NOT NULL,
  accounts            jsonb NOT NULL,
  journal_entries     jsonb NOT NULL,
  refused             jsonb NOT NULL CHECK (jsonb_array_length(refused) <= 100),
  error               jsonb,
  started_at          timestamptz(3) NOT NULL,
  finished_at         timestamptz(3),
  PRIMARY KEY (business_id, id),
  CHECK ((status = 'RUNNING') = (finished_at IS NULL))
);
CREATE UNIQUE INDEX provider_syncs_running ON provider_syncs (business_id, provider) WHERE status = 'RUNNING';
CREATE INDEX provider_syncs_latest ON provider_syncs (business_id, provider, started_at);
CREATE INDEX provider_syncs_succeeded ON provider_syncs (business_id, provider, finished_at) WHERE status = 'SUCCEEDED';

-- Which account stands for which of a provider's. opened: the import made it, and keeps name, number and place of it as
-- the provider has them; else it is one that the business had. active and fingerprint are the provider's, as last applied.
CREATE TABLE imported_accounts (
  business_id         uuid NOT NULL,
  connector           text NOT NULL,
  external_company_id text NOT NULL,
  external_id         text NOT NULL CHECK (external_id <> ''),
  account_id          uuid NOT NULL,
  opened              boolean NOT NULL,
  active              boolean NOT NULL,
  fingerprint         text NOT NULL,
  PRIMARY KEY (business_id, connector, external_company_id, external_id),
  FOREIGN KEY (business_id, account_id) REFERENCES accounts (business_id, id)
);
CREATE UNIQUE INDEX imported_accounts_by_account
  ON imported_accounts (business_id, connector, external_company_id, account_id);

-- What an entry of a provider was last seen as. It is written before that is posted (settled: false) and marked after:
-- after a crash in between, the posting_key, which holds the revision, tells whether it was posted. standing_revision and
-- entry_id are of the entry that stands in the journal for it, if one does.
CREATE TABLE imported_entries (
  business_id         uuid NOT NULL,
  connector           text NOT NULL,
  external_company_id text NOT NULL,
  external_id         text NOT NULL CHECK (external_id <> ''),
  revision            integer NOT NULL CHECK (revision > 0),
  fingerprint         text NOT NULL,
  settled             boolean NOT NULL,
  standing_revision   integer CHECK (standing_revision <= revision),
  entry_id            uuid,
  PRIMARY KEY (business_id, connector, external_company_id, external_id),
  CHECK ((standing_revision IS NULL) = (entry_id IS NULL))
);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['provider_syncs', 'imported_accounts', 'imported_entries'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY tenant ON %I TO {{app}} USING (business_id = app_business_id()) WITH CHECK (business_id = app_business_id())', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE ON %I TO {{app}}', name);
  END LOOP;
END $$;
