-- What a vendor owes back. One that was deleted stays, and its external_id is free.
CREATE TABLE vendor_credits (
  business_id        uuid NOT NULL,
  id                 uuid NOT NULL,
  external_id        text,
  vendor_id          uuid NOT NULL,
  received_at        timestamptz(3) NOT NULL,
  total_amount       bigint NOT NULL CHECK (total_amount BETWEEN 0 AND 9007199254740991),
  allocated_amount   bigint NOT NULL CHECK (allocated_amount >= 0),
  unallocated_amount bigint NOT NULL GENERATED ALWAYS AS (total_amount - allocated_amount) STORED,
  memo               text,
  metadata           jsonb,
  reference_number   text,
  version            bigint NOT NULL DEFAULT 1,
  created_at         timestamptz(3) NOT NULL,
  updated_at         timestamptz(3) NOT NULL,
  deleted_at         timestamptz(3),
  PRIMARY KEY (business_id, id),
  FOREIGN KEY (business_id, vendor_id) REFERENCES vendors (business_id, id),
  CHECK (allocated_amount <= total_amount)
);
CREATE UNIQUE INDEX vendor_credits_external_id ON vendor_credits (business_id, external_id)
  WHERE external_id IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX vendor_credits_by_time ON vendor_credits (business_id, received_at, id);
CREATE INDEX vendor_credits_by_amount ON vendor_credits (business_id, total_amount, id);
CREATE INDEX vendor_credits_live ON vendor_credits (business_id, received_at, id) WHERE deleted_at IS NULL;
CREATE INDEX vendor_credits_live_by_amount ON vendor_credits (business_id, total_amount, id) WHERE deleted_at IS NULL;
CREATE INDEX vendor_credits_by_vendor ON vendor_credits (business_id, vendor_id, received_at, id);
CREATE INDEX vendor_credits_by_external_id ON vendor_credits (business_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX vendor_credits_by_reference ON vendor_credits (business_id, reference_number) WHERE reference_number IS NOT NULL;
CREATE INDEX vendor_credits_unallocated ON vendor_credits (business_id, received_at, id)
  WHERE unallocated_amount > 0 AND deleted_at IS NULL;
CREATE INDEX vendor_credits_allocated ON vendor_credits (business_id, received_at, id)
  WHERE unallocated_amount = 0 AND deleted_at IS NULL;

CREATE TABLE vendor_credit_line_items (
  business_id      uuid NOT NULL,
  id               uuid NOT NULL,
  vendor_credit_id uuid NOT NULL,
  position         int NOT NULL,
  account_id       uuid NOT NULL,
  amount           bigint NOT NULL CHECK (amount BETWEEN -9007199254740991 AND 9007199254740991),
  memo             text,
  metadata         jsonb,
  reference_number text,
  PRIMARY KEY (business_id, id),
  UNIQUE (business_id, vendor_credit_id, position),
  FOREIGN KEY (business_id, vendor_credit_id) REFERENCES vendor_credits (business_id, id)
);

-- What of a credit went to which bill. `allocated_at` is the later of when the two were received. What is taken back stays:
-- `deleted_at`.
CREATE TABLE vendor_credit_allocations (
  business_id      uuid NOT NULL,
  id               uuid NOT NULL,
  vendor_credit_id uuid NOT NULL,
  bill_id          uuid NOT NULL,
  place            bigint GENERATED ALWAYS AS IDENTITY,
  amount           bigint NOT NULL CHECK (amount BETWEEN 1 AND 9007199254740991),
  allocated_at     timestamptz(3) NOT NULL,
  created_at       timestamptz(3) NOT NULL,
  deleted_at       timestamptz(3),
  PRIMARY KEY (business_id, id),
  FOREIGN KEY (business_id, vendor_credit_id) REFERENCES vendor_credits (business_id, id),
  FOREIGN KEY (business_id, bill_id) REFERENCES bills (business_id, id)
);
CREATE INDEX vendor_credit_allocations_of_credit ON vendor_credit_allocations (business_id, vendor_credit_id, place);
CREATE INDEX vendor_credit_allocations_of_bill ON vendor_credit_allocations (business_id, bill_id, place) WHERE deleted_at IS NULL;
