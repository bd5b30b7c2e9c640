-- What a customer paid, and of it what the processor kept. `rest_amount` is what no invoice has got: it became the
-- customer's credit. `refunded_amount` follows from the parts of refunds that are of the payment. `payout_id` is of the
-- payout that it is a member of; what was paid out of the customer's credit brought no money.
CREATE TABLE invoice_payments (
  business_id         uuid NOT NULL,
  id                  uuid NOT NULL,
  external_id         text,
  customer_id         uuid NOT NULL,
  paid_at             timestamptz(3) NOT NULL,
  method              text NOT NULL CHECK (method IN ('CASH', 'CHECK', 'CREDIT_CARD', 'ACH', 'CREDIT_BALANCE', 'OTHER')),
  processor           text,
  clearing_account_id uuid NOT NULL,
  amount              bigint NOT NULL CHECK (amount BETWEEN 1 AND 9007199254740991),
  fee                 bigint NOT NULL CHECK (fee BETWEEN 0 AND 9007199254740991),
  rest_amount         bigint NOT NULL CONSTRAINT invoice_payments_rest CHECK (rest_amount BETWEEN 0 AND amount),
  refunded_amount     bigint NOT NULL,
  payout_id           uuid,
  memo                text,
  metadata            jsonb,
  reference_number    text,
  version             bigint NOT NULL DEFAULT 1,
  imported_at         timestamptz(3) NOT NULL,
  updated_at          timestamptz(3) NOT NULL,
  PRIMARY KEY (business_id, id),
  FOREIGN KEY (business_id, customer_id) REFERENCES customers (business_id, id),
  CONSTRAINT invoice_payments_refunded CHECK (refunded_amount BETWEEN 0 AND amount),
  CONSTRAINT invoice_payments_paid_out CHECK (payout_id IS NULL OR method <> 'CREDIT_BALANCE')
);
CREATE UNIQUE INDEX invoice_payments_external_id ON invoice_payments (business_id, external_id) WHERE external_id IS NOT NULL;

-- Each sort, and what may mean few payments or most of them in the default sort below it.
CREATE INDEX invoice_payments_by_time ON invoice_payments (business_id, paid_at, id);
CREATE INDEX invoice_payments_by_amount ON invoice_payments (business_id, amount, id);
CREATE INDEX invoice_payments_by_customer ON invoice_payments (business_id, customer_id, paid_at, id);
CREATE INDEX invoice_payments_by_method ON invoice_payments (business_id, method, paid_at, id);
CREATE INDEX invoice_payments_by_processor ON invoice_payments (business_id, processor, paid_at, id) WHERE processor IS NOT NULL;
CREATE INDEX invoice_payments_by_reference ON invoice_payments (business_id, reference_number) WHERE reference_number IS NOT NULL;
CREATE INDEX invoice_payments_of_payout ON invoice_payments (business_id, payout_id, id) WHERE payout_id IS NOT NULL;
CREATE INDEX invoice_payments_in_payouts ON invoice_payments (business_id, paid_at, id) WHERE payout_id IS NOT NULL;
CREATE INDEX invoice_payments_in_no_payout ON invoice_payments (business_id, paid_at, id) WHERE payout_id IS NULL;

-- What of a payment went to which invoice, each of another one. `shares` are the invoice's components that it pays, as they
-- were recognised in the cash books, in their order; `tags` are those that its lines in the journal carry. It stays when
-- its invoice is voided: `moved_to_credit_at`.
CREATE TABLE invoice_payment_allocations (
  business_id        uuid NOT NULL,
  id                 uuid NOT NULL,
  payment_id         uuid NOT NULL,
  invoice_id         uuid NOT NULL,
  place              bigint GENERATED ALWAYS AS IDENTITY,
  position           int NOT NULL,
  amount             bigint NOT NULL CHECK (amount BETWEEN 1 AND 9007199254740991),
  shares             jsonb NOT NULL,
  tags               jsonb NOT NULL,
  memo               text,
  metadata           jsonb,
  reference_number   text,
  created_at         timestamptz(3) NOT NULL,
  moved_to_credit_at timestamptz(3),
  PRIMARY KEY (business_id, id),
  UNIQUE (business_id, payment_id, position),
  FOREIGN KEY (business_id, payment_id) REFERENCES invoice_payments (business_id, id),
  FOREIGN KEY (business_id, invoice_id) REFERENCES invoices (business_id, id)
);
CREATE INDEX invoice_payment_allocations_of_invoice ON invoice_payment_allocations (business_id, invoice_id, place);

DO $$
DECLARE
  tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY['invoice_payments', 'invoice_payment_allocations'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format(
      'CREATE POLICY tenant ON %I TO {{app}} USING (business_id = app_business_id())
         WITH CHECK (business_id = app_business_id())', tenant_table);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE ON %I TO {{app}}', tenant_table);
  END LOOP;
END $$;
