-- What customers get back, issued by allocations and paid out by refund payments. Amounts are minor units. `total_amount`
-- follows from the allocations, `paid_out_amount` from the payments that were not taken out.
CREATE TABLE refunds (
  business_id        uuid NOT NULL,
  id                 uuid NOT NULL,
  external_id        text,
  customer_id        uuid NOT NULL,
  completed_at       timestamptz(3),
  issued_at          timestamptz(3) NOT NULL GENERATED ALWAYS AS (coalesce(completed_at, imported_at)) STORED,
  total_amount       bigint NOT NULL CHECK (total_amount BETWEEN 0 AND 9007199254740991),
  paid_out_amount    bigint NOT NULL CHECK (paid_out_amount >= 0),
  outstanding_amount bigint NOT NULL GENERATED ALWAYS AS (total_amount - paid_out_amount) STORED,
  memo               text,
  metadata           jsonb,
  reference_number   text,
  version            bigint NOT NULL DEFAULT 1,
  imported_at        timestamptz(3) NOT NULL,
  updated_at         timestamptz(3) NOT NULL,
  PRIMARY KEY (business_id, id),
  FOREIGN KEY (business_id, customer_id) REFERENCES customers (business_id, id),
  -- Nothing is paid out beyond what was issued.
  CHECK (outstanding_amount >= 0)
);
CREATE UNIQUE INDEX refunds_external_id ON refunds (business_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX refunds_by_time ON refunds (business_id, issued_at, id);
CREATE INDEX refunds_by_total ON refunds (business_id, total_amount, id);
CREATE INDEX refunds_by_customer ON refunds (business_id, customer_id, issued_at, id);
CREATE INDEX refunds_by_reference ON refunds (business_id, reference_number) WHERE reference_number IS NOT NULL;
-- Small: what is still to be paid out.
CREATE INDEX refunds_open ON refunds (business_id, issued_at, id) WHERE outstanding_amount > 0;
-- Large in old books, and counted for each first page of what is settled.
CREATE INDEX refunds_settled ON refunds (business_id, issued_at, id) WHERE outstanding_amount = 0;

-- What of a refund hangs on what: an invoice, a line item of it, a payment, or, where all three are null, the customer.
CREATE TABLE refund_allocations (
  business_id          uuid NOT NULL,
  id                   uuid NOT NULL,
  refund_id            uuid NOT NULL,
  position             int NOT NULL,
  external_id          text,
  total_amount         bigint NOT NULL CHECK (total_amount BETWEEN 0 AND 9007199254740991),
  invoice_id           uuid,
  invoice_line_item_id uuid,
  invoice_payment_id   uuid,
  memo                 text,
  metadata             jsonb,
  reference_number     text,
  PRIMARY KEY (business_id, id),
  UNIQUE (business_id, refund_id, position),
  FOREIGN KEY (business_id, refund_id) REFERENCES refunds (business_id, id),
  FOREIGN KEY (business_id, invoice_id) REFERENCES invoices (business_id, id),
  FOREIGN KEY (business_id, invoice_line_item_id) REFERENCES invoice_line_items (business_id, id),
  FOREIGN KEY (business_id, invoice_payment_id) REFERENCES invoice_payments (business_id, id)
);
CREATE INDEX refund_allocations_by_invoice ON refund_allocations (business_id, invoice_id) WHERE invoice_id IS NOT NULL;
CREATE INDEX refund_allocations_by_payment ON refund_allocations (business_id, invoice_payment_id)
  WHERE invoice_payment_id IS NOT NULL;

CREATE TABLE refund_line_items (
  business_id           uuid NOT NULL,
  id                    uuid NOT NULL,
  refund_id             uuid NOT NULL,
  allocation_id         uuid NOT NULL,
  position              int NOT NULL,
  external_id           text,
  amount                bigint NOT NULL CHECK (amount BETWEEN 0 AND 9007199254740991),
  account_id            uuid,
  prepayment_account_id uuid,
  memo                  text,
  metadata              jsonb,
  reference_number      text,
  PRIMARY KEY (business_id, id),
  UNIQUE (business_id, refund_id, allocation_id, position),
  FOREIGN KEY (business_id, refund_id) REFERENCES refunds (business_id, id),
  FOREIGN KEY (business_id, allocation_id) REFERENCES refund_allocations (business_id, id)
);

-- What of an allocation is on one invoice, or, where there is none, the customer's. `invoice_line_item_id` is that of the
-- allocation. `shares` are what is taken back of the invoice's components or of accounts of its own; `tags` are those that
-- its lines in the journal carry. `is_of_credit` is taken out of the customer's credit.
CREATE TABLE refund_parts (
  business_id          uuid NOT NULL,
  id                   uuid NOT NULL,
  refund_id            uuid NOT NULL,
  allocation_id        uuid NOT NULL,
  position             int NOT NULL,
  invoice_id           uuid,
  invoice_line_item_id uuid,
  invoice_payment_id   uuid,
  -- below zero by rounding, where the parts of a payment are divided anew
  amount               bigint NOT NULL CHECK (amount BETWEEN -9007199254740991 AND 9007199254740991),
  shares               jsonb NOT NULL,
  tags                 jsonb NOT NULL,
  is_of_credit         boolean NOT NULL,
  PRIMARY KEY (business_id, id),
  UNIQUE (business_id, refund_id, allocation_id, position),
  FOREIGN KEY (business_id, refund_id) REFERENCES refunds (business_id, id),
  FOREIGN KEY (business_id, allocation_id) REFERENCES refund_allocations (business_id, id),
  FOREIGN KEY (business_id, invoice_id) REFERENCES invoices (business_id, id),
  FOREIGN KEY (business_id, invoice_payment_id) REFERENCES invoice_payments (business_id, id)
);
CREATE INDEX refund_parts_by_invoice ON refund_parts (business_id, invoice_id) WHERE invoice_id IS NOT NULL;
CREATE INDEX refund_parts_by_payment ON refund_parts (business_id, invoice_payment_id)
  WHERE invoice_payment_id IS NOT NULL;

-- What a refund paid out. `fee` is what the processor charged, `refunded_payment_fees` what it gave back, `shares` what of
-- the refund's shares it pays, in the cash books. One that an update took out stays, and its external_id is free.
CREATE TABLE refund_payments (
  business_id           uuid NOT NULL,
  id                    uuid NOT NULL,
  external_id           text,
  refund_id             uuid NOT NULL,
  position              int NOT NULL,
  refunded_amount       bigint NOT NULL CHECK (refunded_amount BETWEEN 1 AND 9007199254740991),
  fee                   bigint CHECK (fee BETWEEN 0 AND 9007199254740991),
  completed_at          timestamptz(3) NOT NULL,
  method                text NOT NULL CHECK (method IN ('CASH', 'CHECK', 'CREDIT_CARD', 'ACH', 'STORE_CREDIT', 'OTHER')),
  processor             text,
  clearing_account_id   uuid NOT NULL,
  refunded_payment_fees jsonb NOT NULL,
  shares                jsonb NOT NULL,
  payout_id             uuid,
  memo                  text,
  metadata              jsonb,
  reference_number      text,
  version               bigint NOT NULL DEFAULT 1,
  imported_at           timestamptz(3) NOT NULL,
  updated_at            timestamptz(3) NOT NULL,
  deleted_at            timestamptz(3),
  PRIMARY KEY (business_id, id),
  UNIQUE (business_id, refund_id, position),
  FOREIGN KEY (business_id, refund_id) REFERENCES refunds (business_id, id),
  -- What a payout settled stays; store credit never leaves through a processor.
  CHECK (payout_id IS NULL OR (deleted_at IS NULL AND method <> 'STORE_CREDIT'))
);
CREATE UNIQUE INDEX refund_payments_external_id ON refund_payments (business_id, external_id)
  WHERE external_id IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX refund_payments_of_payout ON refund_payments (business_id, payout_id) WHERE payout_id IS NOT NULL;
CREATE INDEX refund_payments_live ON refund_payments (business_id, completed_at, id) WHERE deleted_at IS NULL;
CREATE INDEX refund_payments_live_by_amount ON refund_payments (business_id, refunded_amount, id) WHERE deleted_at IS NULL;
CREATE INDEX refund_payments_live_by_method ON refund_payments (business_id, method, completed_at, id)
  WHERE deleted_at IS NULL;
CREATE INDEX refund_payments_live_by_processor ON refund_payments (business_id, processor, completed_at, id)
  WHERE processor IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX refund_payments_live_by_reference ON refund_payments (business_id, reference_number)
  WHERE reference_number IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX refund_payments_paid_out ON refund_payments (business_id, completed_at, id)
  WHERE payout_id IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX refund_payments_not_paid_out ON refund_payments (business_id, completed_at, id)
  WHERE payout_id IS NULL AND deleted_at IS NULL;

DO $$
DECLARE
  tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY[
    'refunds', 'refund_allocations', 'refund_line_items', 'refund_parts', 'refund_payments'
  ] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format(
      'CREATE POLICY tenant ON %I TO {{app}} USING (business_id = app_business_id())
         WITH CHECK (business_id = app_business_id())', tenant_table);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE ON %I TO {{app}}', tenant_table);
  END LOOP;
END $$;
-- What an update replaces as a whole.
GRANT DELETE ON refund_allocations, refund_line_items, refund_parts TO {{app}};
