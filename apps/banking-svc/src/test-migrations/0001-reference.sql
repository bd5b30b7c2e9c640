CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- Copies of what the ledger owns, kept up to date by its events; a row changes only to a newer version of itself.
-- seeded_at says that all of a business's facts were read from the ledger once: events alone begin somewhere.
CREATE TABLE businesses (
  business_id   uuid PRIMARY KEY,
  client_id     uuid NOT NULL,
  time_zone     text NOT NULL,
  currency      text NOT NULL,
  activation_at timestamptz(3) NOT NULL,
  archived_at   timestamptz(3),
  version       bigint NOT NULL,
  seeded_at     timestamptz(3)
);

CREATE TABLE accounts (
  business_id     uuid NOT NULL,
  account_id      uuid NOT NULL,
  parent_id       uuid,
  name            text NOT NULL,
  account_number  text,
  stable_name     text,
  normality       text NOT NULL CHECK (normality IN ('DEBIT', 'CREDIT')),
  account_type    text NOT NULL,
  account_subtype text NOT NULL,
  archived_at     timestamptz(3),
  version         bigint NOT NULL,
  PRIMARY KEY (business_id, account_id)
);
CREATE INDEX accounts_by_stable_name ON accounts (business_id, stable_name) WHERE stable_name IS NOT NULL;

CREATE TABLE tag_dimensions (
  business_id  uuid NOT NULL,
  dimension_id uuid NOT NULL,
  key          text NOT NULL,
  display_name text,
  strictness   text NOT NULL,
  deleted_at   timestamptz(3),
  version      bigint NOT NULL,
  PRIMARY KEY (business_id, dimension_id)
);
CREATE INDEX tag_dimensions_by_key ON tag_dimensions (business_id, key);

CREATE TABLE tag_values (
  business_id   uuid NOT NULL,
  definition_id uuid NOT NULL,
  dimension_id  uuid NOT NULL,
  value         text NOT NULL,
  display_name  text,
  archived_at   timestamptz(3),
  version       bigint NOT NULL,
  PRIMARY KEY (business_id, definition_id)
);
CREATE INDEX tag_values_by_value ON tag_values (business_id, dimension_id, value);
