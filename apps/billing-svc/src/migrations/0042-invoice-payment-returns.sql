-- What came back of an invoice payment: it bounced, or was charged back. `amount` is all of that, `rest_amount` what of it
-- had become the customer's credit as no invoice got it. One that was undone stays, and its external_id is free; of those
-- that stand a payment has at most one. No foreign key to payouts: this file would lock both.
CREATE TABLE invoice_payment_returns (
  business_id uuid NOT NULL,
  id          uuid NOT NULL,
  external_id text,
  payment_id  uuid NOT NULL,
  position    int NOT NULL,
  returned_at timestamptz(3) NOT NULL,
  amount      bigint NOT NULL CHECK (amount BETWEEN 1 AND 9007199254740991),
  rest_amount bigint NOT NULL CHECK (rest_amount BETWEEN 0 AND amount),
  fee         bigint NOT NULL CHECK (fee BETWEEN 0 AND 9007199254740991),
  reason      text,
  payout_id   uuid,
  version     bigint NOT NULL DEFAULT 1,
  asked       jsonb,
  request_id  text DEFAULT app_request_id(),
  imported_at timestamptz(3) NOT NULL,
  updated_at  timestamptz(3) NOT NULL,
  deleted_at  timestamptz(3),
  PRIMARY KEY (business_id, id),
  FOREIGN KEY (business_id, payment_id) REFERENCES invoice_payments (business_id, id)
);
CREATE INDEX invoice_payment_returns_of_payment ON invoice_payment_returns (business_id, payment_id, position);
CREATE UNIQUE INDEX invoice_payment_returns_live ON invoice_payment_returns (business_id, payment_id) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX invoice_payment_returns_external_id ON invoice_payment_returns (business_id, external_id)
  WHERE external_id IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX invoice_payment_returns_of_payout ON invoice_payment_returns (business_id, payout_id, id) WHERE payout_id IS NOT NULL;
CREATE INDEX invoice_payment_returns_by_request ON invoice_payment_returns (business_id, request_id) WHERE request_id IS NOT NULL;

ALTER TABLE invoice_payment_returns ENABLE ROW LEVEL SECURITY;
ALTER TABLE invoice_payment_returns FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON invoice_payment_returns TO {{app}} USING (business_id = app_business_id())
  WITH CHECK (business_id = app_business_id());
GRANT SELECT, UPDATE, INSERT ON invoice_payment_returns TO {{app}};
