-- Since when a business keeps its books here. Null in rows from before this migration, until an event of the business or
-- a rebuild fills it.
ALTER TABLE businesses ADD COLUMN activation_at timestamptz(3);

-- What each bank transaction has added to waiting_days and waiting_months: one if it waits to be categorized. When a
-- newer version of it comes, the counters move by the new state less this one.
CREATE TABLE bank_transactions (
  business_id    uuid NOT NULL,
  transaction_id uuid NOT NULL,
  day            date NOT NULL,
  waits          boolean NOT NULL,
  version        bigint NOT NULL,
  event_id       text NOT NULL,
  PRIMARY KEY (business_id, transaction_id)
);

-- How many transactions wait, per day of the business's zone and per month, named by its first day. Counting since a day
-- adds the days of one month and the months after it.
CREATE TABLE waiting_days (
  business_id uuid NOT NULL,
  day         date NOT NULL,
  waiting     bigint NOT NULL,
  PRIMARY KEY (business_id, day)
);

CREATE TABLE waiting_months (
  business_id uuid NOT NULL,
  month       date NOT NULL,
  waiting     bigint NOT NULL,
  PRIMARY KEY (business_id, month)
);

CREATE TABLE external_accounts (
  business_id                    uuid NOT NULL,
  external_account_id            uuid NOT NULL,
  connection_needs_repair_as_of  timestamptz(3),
  reconnect_with_new_credentials boolean NOT NULL,
  archived_at                    timestamptz(3),
  version                        bigint NOT NULL,
  event_id                       text NOT NULL,
  PRIMARY KEY (business_id, external_account_id)
);
CREATE INDEX external_accounts_requiring_update ON external_accounts (business_id)
  WHERE archived_at IS NULL AND (connection_needs_repair_as_of IS NOT NULL OR reconnect_with_new_credentials);

DO $$
DECLARE
  read_model text;
BEGIN
  FOREACH read_model IN ARRAY ARRAY['bank_transactions', 'waiting_days', 'waiting_months', 'external_accounts'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', read_model);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', read_model);
    EXECUTE format(
      'CREATE POLICY tenant ON %I TO {{app}} USING (business_id = app_business_id())
         WITH CHECK (business_id = app_business_id())', read_model);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO {{app}}', read_model);
  END LOOP;
END $$;
