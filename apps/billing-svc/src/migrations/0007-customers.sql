-- Whom the business sells to. `name` is what people know it by, `texts` is what is searched, as of vendors; one that an
-- invoice made on the way has its external_id alone.
CREATE TABLE customers (
  business_id      uuid NOT NULL,
  id               uuid NOT NULL,
  external_id      text,
  individual_name  text,
  company_name     text,
  name             text NOT NULL GENERATED ALWAYS AS (coalesce(company_name, individual_name, external_id)) STORED,
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
CREATE UNIQUE INDEX customers_external_id ON customers (business_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX customers_by_name ON customers (business_id, (left(name, 200) COLLATE "C"), id);
CREATE INDEX customers_by_time ON customers (business_id, created_at, id);
CREATE INDEX customers_archived ON customers (business_id, created_at, id) WHERE archived_at IS NOT NULL;
CREATE INDEX customers_by_reference ON customers (business_id, reference_number) WHERE reference_number IS NOT NULL;
CREATE INDEX customers_by_email ON customers (business_id, lower(email)) WHERE email IS NOT NULL;
CREATE INDEX customers_texts ON customers USING gin (business_id, texts gin_trgm_ops) WITH (gin_pending_list_limit = 256);

-- What a customer has with the business: rests of payments, payments moved off voided invoices, store credit. Payments of
-- method CREDIT_BALANCE spend it. The last rows that a transaction locks, in the order of the customers.
CREATE TABLE customer_credits (
  business_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  balance     bigint NOT NULL CONSTRAINT customer_credits_balance CHECK (balance BETWEEN 0 AND 9007199254740991),
  PRIMARY KEY (business_id, customer_id),
  FOREIGN KEY (business_id, customer_id) REFERENCES customers (business_id, id)
);

ALTER TABLE applied_tags DROP CONSTRAINT applied_tags_entity_type_check;
ALTER TABLE applied_tags ADD CONSTRAINT applied_tags_entity_type_check CHECK (entity_type IN
  ('VENDOR', 'BILL', 'BILL_LINE_ITEM', 'BILL_PAYMENT', 'BILL_PAYMENT_ALLOCATION', 'VENDOR_CREDIT',
   'VENDOR_CREDIT_LINE_ITEM', 'CUSTOMER', 'INVOICE', 'INVOICE_LINE_ITEM', 'INVOICE_PAYMENT',
   'INVOICE_PAYMENT_ALLOCATION', 'INVOICE_WRITE_OFF', 'REFUND', 'REFUND_ALLOCATION', 'REFUND_LINE_ITEM',
   'REFUND_PAYMENT', 'PAYOUT', 'PAYOUT_TRANSACTION'));

DO $$
DECLARE
  tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY['customers', 'customer_credits'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format(
      'CREATE POLICY tenant ON %I TO {{app}} USING (business_id = app_business_id())
         WITH CHECK (business_id = app_business_id())', tenant_table);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE ON %I TO {{app}}', tenant_table);
  END LOOP;
END $$;

-- What is searched by text, past row-level security: see the functions that do it, which ask for the tenant themselves.
CREATE POLICY search ON customers FOR SELECT TO CURRENT_USER USING (true);

-- Vendors and customers are searched by the same functions now.
DROP FUNCTION IF EXISTS count_vendors, gather_vendors, walk_vendors, matching_vendors, vendor_conditions,
  vendor_tag_condition, vendor_order;
