-- Copies of what the ledger owns, kept up to date by its events. A row changes only to a newer version of itself;
-- event_id names the event it stands as of.
CREATE TABLE businesses (
  business_id             uuid PRIMARY KEY,
  client_id               uuid NOT NULL,
  time_zone               text NOT NULL,
  currency                text NOT NULL,
  default_reporting_basis text CHECK (default_reporting_basis IN ('ACCRUAL', 'CASH')),
  version                 bigint NOT NULL,
  event_id                text NOT NULL
);

CREATE TABLE accounts (
  business_id    uuid NOT NULL,
  account_id     uuid NOT NULL,
  name           text NOT NULL,
  account_number text,
  account_type   text NOT NULL,
  normality      text NOT NULL,
  version        bigint NOT NULL,
  event_id       text NOT NULL,
  PRIMARY KEY (business_id, account_id)
);

-- What each entry has added to account_days, by position in the arrays: when a newer version of the entry comes, the
-- counters move by the new contribution minus this one.
CREATE TABLE entry_contributions (
  business_id uuid NOT NULL,
  entry_id    uuid NOT NULL,
  basis       text NOT NULL CHECK (basis IN ('ACCRUAL', 'CASH', 'BOTH')),
  entry_date  date NOT NULL,
  account_ids uuid[] NOT NULL,
  debits      bigint[] NOT NULL,
  credits     bigint[] NOT NULL,
  line_counts int[] NOT NULL,
  version     bigint NOT NULL,
  event_id    text NOT NULL,
  PRIMARY KEY (business_id, entry_id)
);

-- Sums per account, basis and day of the business's zone; the basis is that of the entries.
CREATE TABLE account_days (
  business_id uuid NOT NULL,
  account_id  uuid NOT NULL,
  basis       text NOT NULL,
  day         date NOT NULL,
  debits      bigint NOT NULL,
  credits     bigint NOT NULL,
  line_count  bigint NOT NULL,
  PRIMARY KEY (business_id, account_id, basis, day)
);

DO $$
DECLARE
  read_model text;
BEGIN
  FOREACH read_model IN ARRAY ARRAY['businesses', 'accounts', 'entry_contributions', 'account_days'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', read_model);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', read_model);
    EXECUTE format(
      'CREATE POLICY tenant ON %I TO {{app}} USING (business_id = app_business_id())
         WITH CHECK (business_id = app_business_id())', read_model);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO {{app}}', read_model);
  END LOOP;
END $$;
