-- What was paid to a vendor. What no bill got yet is a prepayment. One that was deleted stays, and its external_id is free.
CREATE TABLE bill_payments (
  business_id         uuid NOT NULL,
  id                  uuid NOT NULL,
  external_id         text,
  vendor_id           uuid NOT NULL,
  paid_at             timestamptz(3) NOT NULL,
  method              text NOT NULL CHECK (method IN ('ACH', 'CASH', 'CHECK', 'CREDIT_CARD', 'OTHER')),
  processor           text,
  clearing_account_id uuid NOT NULL,
  amount              bigint NOT NULL CHECK (amount BETWEEN 1 AND 9007199254740991),
  allocated_amount    bigint NOT NULL CHECK (allocated_amount >= 0),
  unallocated_amount  bigint NOT NULL GENERATED ALWAYS AS (amount - allocated_amount) STORED,
  memo                text,
  metadata            jsonb,
  reference_number    text,
  version             bigint NOT NULL DEFAULT 1,
  imported_at         timestamptz(3) NOT NULL,
  updated_at          timestamptz(3) NOT NULL,
  deleted_at          timestamptz(3),
  PRIMARY KEY (business_id, id),
  FOREIGN KEY (business_id, vendor_id) REFERENCES vendors (business_id, id),
  CHECK (allocated_amount <= amount)
);
CREATE UNIQUE INDEX bill_payments_external_id ON bill_payments (business_id, external_id)
  WHERE external_id IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX bill_payments_by_time ON bill_payments (business_id, paid_at, id);
CREATE INDEX bill_payments_by_amount ON bill_payments (business_id, amount, id);
CREATE INDEX bill_payments_live ON bill_payments (business_id, paid_at, id) WHERE deleted_at IS NULL;
CREATE INDEX bill_payments_live_by_amount ON bill_payments (business_id, amount, id) WHERE deleted_at IS NULL;
CREATE INDEX bill_payments_by_vendor ON bill_payments (business_id, vendor_id, paid_at, id);
CREATE INDEX bill_payments_by_method ON bill_payments (business_id, method, paid_at, id);
CREATE INDEX bill_payments_by_external_id ON bill_payments (business_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX bill_payments_by_reference ON bill_payments (business_id, reference_number) WHERE reference_number IS NOT NULL;
CREATE INDEX bill_payments_unallocated ON bill_payments (business_id, paid_at, id)
  WHERE unallocated_amount > 0 AND deleted_at IS NULL;
CREATE INDEX bill_payments_allocated ON bill_payments (business_id, paid_at, id)
  WHERE unallocated_amount = 0 AND deleted_at IS NULL;

-- What of a payment went to which bill. `allocated_at` is when the bill got it: when it was paid, or later (then
-- `is_later`). `shares` are the bill's lines that it pays, as they were recognised in the cash books, in the order of the
-- bill's components; `tags` are those that its lines in the journal carry. Rows go with the payment's deletion:
-- `deleted_at`.
CREATE TABLE bill_payment_allocations (
  business_id      uuid NOT NULL,
  id               uuid NOT NULL,
  payment_id       uuid NOT NULL,
  bill_id          uuid NOT NULL,
  place            bigint GENERATED ALWAYS AS IDENTITY,
  position         int NOT NULL,
  amount           bigint NOT NULL CHECK (amount BETWEEN 1 AND 9007199254740991),
  allocated_at     timestamptz(3) NOT NULL,
  is_later         boolean NOT NULL,
  shares           jsonb NOT NULL,
  tags             jsonb NOT NULL,
  memo             text,
  metadata         jsonb,
  reference_number text,
  created_at       timestamptz(3) NOT NULL,
  deleted_at       timestamptz(3),
  PRIMARY KEY (business_id, id),
  FOREIGN KEY (business_id, payment_id) REFERENCES bill_payments (business_id, id),
  FOREIGN KEY (business_id, bill_id) REFERENCES bills (business_id, id)
);
CREATE INDEX bill_payment_allocations_of_payment ON bill_payment_allocations (business_id, payment_id, position);
CREATE INDEX bill_payment_allocations_of_bill ON bill_payment_allocations (business_id, bill_id, place) WHERE deleted_at IS NULL;
