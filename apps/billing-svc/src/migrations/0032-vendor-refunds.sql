-- What a vendor paid back. One that was deleted stays, and its external_id is free.
CREATE TABLE vendor_refunds (
  business_id         uuid NOT NULL,
  id                  uuid NOT NULL,
  external_id         text,
  vendor_id           uuid NOT NULL,
  received_at         timestamptz(3) NOT NULL,
  method              text NOT NULL CHECK (method IN ('ACH', 'CASH', 'CHECK', 'CREDIT_CARD', 'OTHER')),
  processor           text,
  clearing_account_id uuid NOT NULL,
  amount              bigint NOT NULL CHECK (amount BETWEEN 1 AND 9007199254740991),
  memo                text,
  metadata            jsonb,
  reference_number    text,
  version             bigint NOT NULL DEFAULT 1,
  asked               jsonb,
  request_id          text DEFAULT app_request_id(),
  imported_at         timestamptz(3) NOT NULL,
  updated_at          timestamptz(3) NOT NULL,
  deleted_at          timestamptz(3),
  PRIMARY KEY (business_id, id),
  FOREIGN KEY (business_id, vendor_id) REFERENCES vendors (business_id, id)
);
CREATE UNIQUE INDEX vendor_refunds_external_id ON vendor_refunds (business_id, external_id)
  WHERE external_id IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX vendor_refunds_by_time ON vendor_refunds (business_id, received_at, id);
CREATE INDEX vendor_refunds_by_amount ON vendor_refunds (business_id, amount, id);
CREATE INDEX vendor_refunds_live ON vendor_refunds (business_id, received_at, id) WHERE deleted_at IS NULL;
CREATE INDEX vendor_refunds_live_by_amount ON vendor_refunds (business_id, amount, id) WHERE deleted_at IS NULL;
CREATE INDEX vendor_refunds_by_vendor ON vendor_refunds (business_id, vendor_id, received_at, id);
CREATE INDEX vendor_refunds_by_method ON vendor_refunds (business_id, method, received_at, id);
CREATE INDEX vendor_refunds_by_external_id ON vendor_refunds (business_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX vendor_refunds_by_reference ON vendor_refunds (business_id, reference_number) WHERE reference_number IS NOT NULL;
CREATE INDEX vendor_refunds_by_request ON vendor_refunds (business_id, request_id) WHERE request_id IS NOT NULL;

-- What of a refund is of which payment or credit. `shares` are the credit's line items that it takes back in the cash books;
-- `tags` are those of its lines in the journal. No foreign key to payments and credits: this file would lock both. Rows go with the refund's deletion: `deleted_at`.
CREATE TABLE vendor_refund_allocations (
  business_id      uuid NOT NULL,
  id               uuid NOT NULL,
  vendor_refund_id uuid NOT NULL,
  place            bigint GENERATED ALWAYS AS IDENTITY,
  position         int NOT NULL,
  payment_id       uuid,
  vendor_credit_id uuid,
  amount           bigint NOT NULL CHECK (amount BETWEEN 1 AND 9007199254740991),
  shares           jsonb NOT NULL,
  tags             jsonb NOT NULL,
  created_at       timestamptz(3) NOT NULL,
  deleted_at       timestamptz(3),
  PRIMARY KEY (business_id, id),
  FOREIGN KEY (business_id, vendor_refund_id) REFERENCES vendor_refunds (business_id, id),
  CHECK (num_nonnulls(payment_id, vendor_credit_id) = 1)
);
CREATE INDEX vendor_refund_allocations_of_refund ON vendor_refund_allocations (business_id, vendor_refund_id, position);
CREATE INDEX vendor_refund_allocations_of_payment ON vendor_refund_allocations (business_id, payment_id, place)
  WHERE payment_id IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX vendor_refund_allocations_of_credit ON vendor_refund_allocations (business_id, vendor_credit_id, place)
  WHERE vendor_credit_id IS NOT NULL AND deleted_at IS NULL;

DO $$
DECLARE
  tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY['vendor_refunds', 'vendor_refund_allocations'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format(
      'CREATE POLICY tenant ON %I TO {{app}} USING (business_id = app_business_id())
         WITH CHECK (business_id = app_business_id())', tenant_table);
    EXECUTE format('GRANT SELECT, UPDATE, INSERT ON %I TO {{app}}', tenant_table);
  END LOOP;
END $$;
