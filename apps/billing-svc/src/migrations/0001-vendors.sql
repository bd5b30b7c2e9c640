CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- Whom the business owes. `name` is what people know it by, `texts` is what is searched: a word has no line end in it, so
-- it is found within one of them.
CREATE TABLE vendors (
  business_id      uuid NOT NULL,
  id               uuid NOT NULL,
  external_id      text,
  individual_name  text,
  company_name     text,
  name             text NOT NULL GENERATED ALWAYS AS (coalesce(company_name, individual_name)) STORED,
  email            text,
  mobile_phone     text,
  office_phone     text,
  address_string   text,
  memo             text,
  metadata         jsonb,
  reference_number text,
  archived_at      timestamptz(3),
  version          bigint NOT NULL DEFAULT 1,
  created_at       timestamptz(3) NOT NULL,
  updated_at       timestamptz(3) NOT NULL,
  texts            text NOT NULL GENERATED ALWAYS AS (
                     coalesce(company_name, '') || E'\n' || coalesce(individual_name, '') || E'\n' ||
                     coalesce(email, '') || E'\n' || coalesce(external_id, '')) STORED,
  PRIMARY KEY (business_id, id)
);
CREATE UNIQUE INDEX vendors_external_id ON vendors (business_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX vendors_by_name ON vendors (business_id, (left(name, 200) COLLATE "C"), id);
CREATE INDEX vendors_by_time ON vendors (business_id, created_at, id);
CREATE INDEX vendors_archived ON vendors (business_id, created_at, id) WHERE archived_at IS NOT NULL;
CREATE INDEX vendors_by_reference ON vendors (business_id, reference_number) WHERE reference_number IS NOT NULL;
CREATE INDEX vendors_by_email ON vendors (business_id, lower(email)) WHERE email IS NOT NULL;
CREATE INDEX vendors_texts ON vendors USING gin (business_id, texts gin_trgm_ops) WITH (gin_pending_list_limit = 256);

-- What vendors, documents, their line items and their allocations carry: one value of a dimension each.
CREATE TABLE applied_tags (
  business_id   uuid NOT NULL,
  entity_type   text NOT NULL CHECK (entity_type IN
                  ('VENDOR', 'BILL', 'BILL_LINE_ITEM', 'BILL_PAYMENT', 'BILL_PAYMENT_ALLOCATION', 'VENDOR_CREDIT',
                   'VENDOR_CREDIT_LINE_ITEM')),
  entity_id     uuid NOT NULL,
  id            uuid NOT NULL,
  dimension_id  uuid NOT NULL,
  definition_id uuid NOT NULL,
  created_at    timestamptz(3) NOT NULL,
  PRIMARY KEY (business_id, entity_id, dimension_id)
);
CREATE INDEX applied_tags_by_definition ON applied_tags (business_id, definition_id, entity_type, entity_id);

-- What is searched by text, past row-level security: see the functions that do it, which ask for the tenant themselves.
CREATE POLICY search ON vendors FOR SELECT TO CURRENT_USER USING (true);
CREATE POLICY search ON applied_tags FOR SELECT TO CURRENT_USER USING (true);
