-- What moved a customer's credit on each day of the business's zone, as the accrual books have it on CUSTOMER_CREDITS.
-- Credit is spent, refunded and taken back only where it was there on that day and on every day since.
CREATE TABLE customer_credit_days (
  business_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  day         date NOT NULL,
  amount      bigint NOT NULL CHECK (amount BETWEEN -9007199254740991 AND 9007199254740991),
  PRIMARY KEY (business_id, customer_id, day),
  FOREIGN KEY (business_id, customer_id) REFERENCES customer_credits (business_id, customer_id)
);
ALTER TABLE customer_credit_days ENABLE ROW LEVEL SECURITY;
ALTER TABLE customer_credit_days FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON customer_credit_days TO {{app}} USING (business_id = app_business_id())
  WITH CHECK (business_id = app_business_id());
GRANT SELECT, INSERT, UPDATE, DELETE ON customer_credit_days TO {{app}};

-- The balance that the days are kept for. Where it is another one, or none, the previous version has moved the credit, and
-- its days are read from the postings when it moves again.
ALTER TABLE customer_credits ADD COLUMN dated bigint;
