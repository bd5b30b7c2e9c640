-- What processors deposited. Its members are the payments and refund payments that name it. `paid_out_amount` is below zero
-- where the processor collects; `clearing_account_id` is where it waits for the bank.
CREATE TABLE payouts (
  business_id         uuid NOT NULL,
  id                  uuid NOT NULL,
  external_id         text,
  processor           text,
  paid_out_amount     bigint NOT NULL CHECK (paid_out_amount BETWEEN -9007199254740991 AND 9007199254740991),
  fee                 bigint NOT NULL CHECK (fee BETWEEN 0 AND 9007199254740991),
  completed_at        timestamptz(3) NOT NULL,
  clearing_account_id uuid NOT NULL,
  memo                text,
  metadata            jsonb,
  reference_number    text,
  version             bigint NOT NULL DEFAULT 1,
  imported_at         timestamptz(3) NOT NULL,
  updated_at          timestamptz(3) NOT NULL,
  PRIMARY KEY (business_id, id)
);
CREATE UNIQUE INDEX payouts_external_id ON payouts (business_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX payouts_by_time ON payouts (business_id, completed_at, id);
CREATE INDEX payouts_by_amount ON payouts (business_id, paid_out_amount, id);
CREATE INDEX payouts_by_processor ON payouts (business_id, processor, completed_at, id) WHERE processor IS NOT NULL;
CREATE INDEX payouts_by_reference ON payouts (business_id, reference_number) WHERE reference_number IS NOT NULL;

-- What else the processor settled: a CREDIT adds to the payout, a DEBIT takes from it.
CREATE TABLE payout_transactions (
  business_id uuid NOT NULL,
  id          uuid NOT NULL,
  payout_id   uuid NOT NULL,
  position    int NOT NULL,
  external_id text,
  amount      bigint NOT NULL CHECK (amount BETWEEN 1 AND 9007199254740991),
  direction   text NOT NULL CHECK (direction IN ('CREDIT', 'DEBIT')),
  account_id  uuid NOT NULL,
  description text,
  PRIMARY KEY (business_id, id),
  UNIQUE (business_id, payout_id, position),
  FOREIGN KEY (business_id, payout_id) REFERENCES payouts (business_id, id)
);

-- A payout is written before its members.
ALTER TABLE invoice_payments ADD FOREIGN KEY (business_id, payout_id) REFERENCES payouts (business_id, id);
ALTER TABLE refund_payments ADD FOREIGN KEY (business_id, payout_id) REFERENCES payouts (business_id, id);

DO $$
DECLARE
  tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY['payouts', 'payout_transactions'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format(
      'CREATE POLICY tenant ON %I TO {{app}} USING (business_id = app_business_id())
         WITH CHECK (business_id = app_business_id())', tenant_table);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE ON %I TO {{app}}', tenant_table);
  END LOOP;
END $$;
