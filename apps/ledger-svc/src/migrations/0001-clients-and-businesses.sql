-- The platforms that may call. A secret is 256 random bits, so a plain SHA-256 of it is safe to keep.
CREATE TABLE clients (
  id                uuid PRIMARY KEY,
  name              text NOT NULL CHECK (name <> ''),
  secret_sha256     bytea NOT NULL CHECK (octet_length(secret_sha256) = 32),
  tokens_not_before timestamptz(3),
  version           bigint NOT NULL DEFAULT 1,
  created_at        timestamptz(3) NOT NULL,
  updated_at        timestamptz(3) NOT NULL
);
ALTER TABLE clients ENABLE ROW LEVEL SECURITY;
ALTER TABLE clients FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON clients TO {{app}} USING (id = app_client_id()) WITH CHECK (id = app_client_id());
CREATE POLICY operator ON clients FOR SELECT TO {{relay}} USING (true);
GRANT SELECT, INSERT, UPDATE ON clients TO {{app}};
GRANT SELECT ON clients TO {{relay}};

-- books_epoch counts the changes to what a posting is decided by: accounts, period, tag definitions, archiving.
-- large_amounts says that the journal's total is watched (see post_entries).
-- closed_through is the last instant of the closed period, closed_epoch the epoch in which it was set.
CREATE TABLE businesses (
  id                      uuid PRIMARY KEY,
  client_id               uuid NOT NULL,
  ledger_id               uuid NOT NULL,
  external_id             text,
  legal_name              text NOT NULL,
  entity_type             text CHECK (entity_type IN ('SOLE_PROP', 'C_CORP', 'LLC', 'S_CORP', 'PARTNERSHIP')),
  us_state                text,
  country                 text,
  currency                text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  time_zone               text NOT NULL,
  activation_at           timestamptz(3) NOT NULL,
  industry                text,
  naics_code              text,
  tin                     text,
  phone_number            text,
  default_reporting_basis text CHECK (default_reporting_basis IN ('ACCRUAL', 'CASH')),
  bookkeeping_enrolled    boolean NOT NULL DEFAULT false,
  archived_at             timestamptz(3),
  books_epoch             bigint NOT NULL DEFAULT 1,
  closed_through          timestamptz(3),
  closed_epoch            bigint NOT NULL DEFAULT 0,
  large_amounts           boolean NOT NULL DEFAULT false,
  version                 bigint NOT NULL DEFAULT 1,
  created_at              timestamptz(3) NOT NULL,
  updated_at              timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX businesses_external_id ON businesses (client_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX businesses_by_client ON businesses (client_id, created_at, id);
ALTER TABLE businesses ENABLE ROW LEVEL SECURITY;
ALTER TABLE businesses FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON businesses TO {{app}} USING (client_id = app_client_id()) WITH CHECK (client_id = app_client_id());
CREATE POLICY replay ON businesses FOR SELECT TO {{relay}} USING (true);
GRANT SELECT, INSERT, UPDATE ON businesses TO {{app}};
GRANT SELECT ON businesses TO {{relay}};

-- Settings of the books of one business; what is null falls back to the client's default.
CREATE TABLE accounting_configurations (
  business_id                          uuid PRIMARY KEY,
  id                                   uuid NOT NULL,
  category_list_type                   text NOT NULL DEFAULT 'ALL_ACCOUNTS' CHECK (category_list_type IN ('ALL_ACCOUNTS')),
  closing_date                         timestamptz(3),
  match_rounding_threshold             bigint NOT NULL DEFAULT 0 CHECK (match_rounding_threshold >= 0),
  match_adjustment_threshold           numeric(18, 4) NOT NULL DEFAULT 0 CHECK (match_adjustment_threshold >= 0),
  disable_adjustment_match_suggestions boolean NOT NULL DEFAULT false,
  enable_tax_estimates                 boolean NOT NULL DEFAULT false,
  version                              bigint NOT NULL DEFAULT 1,
  updated_at                           timestamptz(3) NOT NULL
);
ALTER TABLE accounting_configurations ENABLE ROW LEVEL SECURITY;
ALTER TABLE accounting_configurations FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON accounting_configurations TO {{app}}
  USING (business_id = app_business_id()) WITH CHECK (business_id = app_business_id());
GRANT SELECT, INSERT, UPDATE ON accounting_configurations TO {{app}};

-- Postings share this lock, changes of the books take it alone: a posting is decided under books that cannot change
-- before it commits. An advisory lock, because a shared row lock on one row per business would be rewritten by every
-- posting.
CREATE FUNCTION lock_books_for_posting(p_business_id uuid) RETURNS void LANGUAGE sql
  AS $$ SELECT pg_advisory_xact_lock_shared(hashtextextended(p_business_id::text, 2)) $$;
CREATE FUNCTION lock_books_for_change(p_business_id uuid) RETURNS void LANGUAGE sql
  AS $$ SELECT pg_advisory_xact_lock(hashtextextended(p_business_id::text, 2)) $$;
