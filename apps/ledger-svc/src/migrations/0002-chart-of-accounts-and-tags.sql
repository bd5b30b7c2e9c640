CREATE TABLE accounts (
  business_id     uuid NOT NULL,
  id              uuid NOT NULL,
  parent_id       uuid,
  name            text NOT NULL CHECK (name <> ''),
  account_number  text,
  stable_name     text,
  normality       text NOT NULL CHECK (normality IN ('DEBIT', 'CREDIT')),
  account_type    text NOT NULL CHECK (account_type IN ('ASSET', 'LIABILITY', 'EQUITY', 'REVENUE', 'EXPENSE')),
  account_subtype text NOT NULL,
  archived_at     timestamptz(3),
  archived_epoch  bigint,
  version         bigint NOT NULL DEFAULT 1,
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  PRIMARY KEY (business_id, id),
  FOREIGN KEY (business_id, parent_id) REFERENCES accounts (business_id, id),
  CHECK (parent_id <> id)
);
CREATE UNIQUE INDEX accounts_stable_name ON accounts (business_id, stable_name) WHERE stable_name IS NOT NULL;
CREATE UNIQUE INDEX accounts_account_number ON accounts (business_id, account_number) WHERE account_number IS NOT NULL;
CREATE INDEX accounts_by_parent ON accounts (business_id, parent_id) WHERE parent_id IS NOT NULL;

CREATE TABLE tag_dimensions (
  business_id  uuid NOT NULL,
  id           uuid NOT NULL,
  key          text NOT NULL CHECK (key <> ''),
  display_name text,
  strictness   text NOT NULL DEFAULT 'NON_BALANCING' CHECK (strictness IN ('BALANCING', 'NON_BALANCING')),
  user_visible boolean NOT NULL DEFAULT false,
  version      bigint NOT NULL DEFAULT 1,
  created_at   timestamptz(3) NOT NULL,
  updated_at   timestamptz(3) NOT NULL,
  deleted_at   timestamptz(3),
  PRIMARY KEY (business_id, id)
);
CREATE UNIQUE INDEX tag_dimensions_key ON tag_dimensions (business_id, key) WHERE deleted_at IS NULL;

CREATE TABLE tag_definitions (
  business_id  uuid NOT NULL,
  id           uuid NOT NULL,
  dimension_id uuid NOT NULL,
  value        text NOT NULL CHECK (value <> ''),
  display_name text,
  archived_at  timestamptz(3),
  created_at   timestamptz(3) NOT NULL,
  updated_at   timestamptz(3) NOT NULL,
  PRIMARY KEY (business_id, id),
  CONSTRAINT tag_definitions_value UNIQUE (business_id, dimension_id, value),
  FOREIGN KEY (business_id, dimension_id) REFERENCES tag_dimensions (business_id, id)
);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['accounts', 'tag_dimensions', 'tag_definitions'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY tenant ON %I TO {{app}} USING (business_id = app_business_id()) WITH CHECK (business_id = app_business_id())', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE ON %I TO {{app}}', name);
  END LOOP;
END $$;
