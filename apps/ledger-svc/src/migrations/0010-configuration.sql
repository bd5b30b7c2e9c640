-- The settings of a client are the defaults of all its businesses; where one is null, the product's default holds.
-- A closing is kept as it was said: a day, which ends at another instant in each zone, or an instant.
CREATE TABLE client_accounting_configurations (
  client_id                            uuid PRIMARY KEY,
  default_reporting_basis              text CHECK (default_reporting_basis IN ('ACCRUAL', 'CASH')),
  category_list_type                   text CHECK (category_list_type IN ('ALL_ACCOUNTS')),
  closing_day                          date,
  closing_date                         timestamptz(3),
  match_rounding_threshold             bigint CHECK (match_rounding_threshold >= 0),
  match_adjustment_threshold           numeric(18, 4) CHECK (match_adjustment_threshold >= 0),
  disable_adjustment_match_suggestions boolean,
  enable_tax_estimates                 boolean,
  version                              bigint NOT NULL DEFAULT 1,
  updated_at                           timestamptz(3) NOT NULL,
  CHECK (closing_day IS NULL OR closing_date IS NULL)
);
ALTER TABLE client_accounting_configurations ENABLE ROW LEVEL SECURITY;
ALTER TABLE client_accounting_configurations FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON client_accounting_configurations TO {{app}}
  USING (client_id = app_client_id()) WITH CHECK (client_id = app_client_id());
GRANT SELECT, INSERT, UPDATE ON client_accounting_configurations TO {{app}};

-- A business has a setting of its own, or null. Until now there was no client to fall back to, so a value that is the
-- product's default says nothing. There is one row per business, so it needs no id of its own.
-- USING and not UPDATE: row-level security, which binds the owner too, shows it no row.
ALTER TABLE accounting_configurations DROP COLUMN id;
ALTER TABLE accounting_configurations
  ALTER COLUMN category_list_type DROP DEFAULT, ALTER COLUMN category_list_type DROP NOT NULL,
  ALTER COLUMN match_rounding_threshold DROP DEFAULT, ALTER COLUMN match_rounding_threshold DROP NOT NULL,
  ALTER COLUMN match_adjustment_threshold DROP DEFAULT, ALTER COLUMN match_adjustment_threshold DROP NOT NULL,
  ALTER COLUMN disable_adjustment_match_suggestions DROP DEFAULT,
  ALTER COLUMN disable_adjustment_match_suggestions DROP NOT NULL,
  ALTER COLUMN enable_tax_estimates DROP DEFAULT, ALTER COLUMN enable_tax_estimates DROP NOT NULL;
ALTER TABLE accounting_configurations
  ALTER COLUMN category_list_type TYPE text USING nullif(category_list_type, 'ALL_ACCOUNTS'),
  ALTER COLUMN match_rounding_threshold TYPE bigint USING nullif(match_rounding_threshold, 0),
  ALTER COLUMN match_adjustment_threshold TYPE numeric(18, 4) USING nullif(match_adjustment_threshold, 0),
  ALTER COLUMN disable_adjustment_match_suggestions TYPE boolean USING nullif(disable_adjustment_match_suggestions, false),
  ALTER COLUMN enable_tax_estimates TYPE boolean USING nullif(enable_tax_estimates, false);
ALTER TABLE accounting_configurations
  ADD COLUMN closing_day date,
  ADD CHECK (closing_day IS NULL OR closing_date IS NULL);

-- What the business's own closing means in its zone. closed_through, which postings are checked by, is the later one of
-- this and the client's; with it here, the closing of a client is one statement over its businesses.
ALTER TABLE businesses ADD COLUMN own_closed_through timestamptz(3);
ALTER TABLE businesses ALTER COLUMN own_closed_through TYPE timestamptz(3) USING closed_through;
