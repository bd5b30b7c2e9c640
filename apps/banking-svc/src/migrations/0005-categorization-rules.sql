-- First match by priority (lower numbers first, then the older rule). A rule has a category, or excludes, or only tags.
CREATE TABLE categorization_rules (
  business_id                uuid NOT NULL,
  id                         uuid NOT NULL,
  external_id                text,
  name                       text NOT NULL,
  priority                   int NOT NULL,
  is_active                  boolean NOT NULL DEFAULT true,
  description_contains       text,
  description_equals         text,
  description_regex          text,
  merchant_name_contains     text,
  merchant_name_regex        text,
  amount_min                 bigint,
  amount_max                 bigint,
  direction                  text CHECK (direction IN ('CREDIT', 'DEBIT')),
  bank_account_ids           uuid[] NOT NULL DEFAULT '{}',
  external_account_ids       uuid[] NOT NULL DEFAULT '{}',
  counterparty_id            uuid,
  counterparty_name_contains text,
  category_account_id        uuid,
  excludes                   boolean NOT NULL DEFAULT false,
  tax_code                   text,
  memo                       text,
  -- A rule being applied to what waits: how far that has come, by the id of transactions, and to how many it was.
  is_applying                boolean NOT NULL DEFAULT false,
  applied_through            uuid,
  applied_count              bigint NOT NULL DEFAULT 0,
  disabled_at                timestamptz(3),
  disabled_reason            text,
  version                    bigint NOT NULL DEFAULT 1,
  created_at                 timestamptz(3) NOT NULL,
  updated_at                 timestamptz(3) NOT NULL,
  deleted_at                 timestamptz(3),
  PRIMARY KEY (business_id, id),
  CHECK (NOT (excludes AND category_account_id IS NOT NULL))
);
CREATE UNIQUE INDEX categorization_rules_external_id ON categorization_rules (business_id, external_id)
  WHERE external_id IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX categorization_rules_in_order ON categorization_rules (business_id, priority, created_at, id);

CREATE INDEX categorization_rules_applying ON categorization_rules (business_id) WHERE is_applying;

CREATE TABLE categorization_rule_tags (
  business_id   uuid NOT NULL,
  rule_id       uuid NOT NULL,
  id            uuid NOT NULL,
  dimension_id  uuid NOT NULL,
  definition_id uuid NOT NULL,
  PRIMARY KEY (business_id, rule_id, dimension_id),
  FOREIGN KEY (business_id, rule_id) REFERENCES categorization_rules (business_id, id)
);
