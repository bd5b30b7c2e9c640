-- What the business owes, and, as expenses, what it paid on the spot. Amounts are minor units. `due_on` is what it is
-- sorted by when it is due: a bill without a due date when it was received. `subtotal` and `total_amount` follow from the
-- line items, `paid_amount` and `credited_amount` from the allocations, status and balance from all of them.
-- `method`, `processor` and `clearing_account_id` are those of an expense.
CREATE TABLE bills (
  business_id                  uuid NOT NULL,
  id                           uuid NOT NULL,
  external_id                  text,
  is_expense                   boolean NOT NULL,
  vendor_id                    uuid,
  status                       text NOT NULL CHECK (status IN ('RECEIVED', 'PARTIALLY_PAID', 'PAID', 'VOIDED')),
  terms                        text CHECK (terms IN ('DUE_ON_RECEIPT', 'NET_10', 'NET_15', 'NET_30', 'NET_60')),
  received_at                  timestamptz(3) NOT NULL,
  due_at                       timestamptz(3),
  due_on                       timestamptz(3) NOT NULL GENERATED ALWAYS AS (coalesce(due_at, received_at)) STORED,
  paid_at                      timestamptz(3),
  voided_at                    timestamptz(3),
  subtotal                     bigint NOT NULL CHECK (subtotal BETWEEN -9007199254740991 AND 9007199254740991),
  additional_discount          bigint NOT NULL CHECK (additional_discount BETWEEN 0 AND 9007199254740991),
  additional_sales_taxes_total bigint NOT NULL CHECK (additional_sales_taxes_total BETWEEN -9007199254740991 AND 9007199254740991),
  total_amount                 bigint NOT NULL CHECK (total_amount BETWEEN 0 AND 9007199254740991),
  paid_amount                  bigint NOT NULL DEFAULT 0 CHECK (paid_amount >= 0),
  credited_amount              bigint NOT NULL DEFAULT 0 CHECK (credited_amount >= 0),
  outstanding_balance          bigint NOT NULL CHECK (outstanding_balance >= 0),
  method                       text CHECK (method IN ('ACH', 'CASH', 'CHECK', 'CREDIT_CARD', 'OTHER')),
  processor                    text,
  clearing_account_id          uuid,
  memo                         text,
  metadata                     jsonb,
  reference_number             text,
  version                      bigint NOT NULL DEFAULT 1,
  imported_at                  timestamptz(3) NOT NULL,
  updated_at                   timestamptz(3) NOT NULL,
  PRIMARY KEY (business_id, id),
  FOREIGN KEY (business_id, vendor_id) REFERENCES vendors (business_id, id),
  CHECK (is_expense = (method IS NOT NULL)),
  CHECK (is_expense = (clearing_account_id IS NOT NULL)),
  CHECK (is_expense OR vendor_id IS NOT NULL),
  CHECK (NOT is_expense OR paid_amount + credited_amount = 0),
  -- Nothing is paid beyond what is owed, and what is voided owes nothing.
  CHECK (paid_amount + credited_amount <= total_amount),
  CHECK (outstanding_balance = CASE WHEN is_expense OR voided_at IS NOT NULL THEN 0
                                    ELSE total_amount - paid_amount - credited_amount END),
  CHECK (voided_at IS NULL OR paid_amount + credited_amount = 0),
  CHECK (status = CASE WHEN voided_at IS NOT NULL THEN 'VOIDED' WHEN outstanding_balance = 0 THEN 'PAID'
                       WHEN paid_amount + credited_amount > 0 THEN 'PARTIALLY_PAID' ELSE 'RECEIVED' END),
  CHECK ((paid_at IS NOT NULL) = (status = 'PAID'))
);
CREATE UNIQUE INDEX bills_external_id ON bills (business_id, external_id) WHERE external_id IS NOT NULL;

-- Each sort, and what may mean few bills or most of them in the default sort below it.
CREATE INDEX bills_by_received ON bills (business_id, received_at, id);
CREATE INDEX bills_by_due ON bills (business_id, due_on, id);
CREATE INDEX bills_by_total ON bills (business_id, total_amount, id);
CREATE INDEX bills_by_status ON bills (business_id, status, received_at, id);
CREATE INDEX bills_by_vendor ON bills (business_id, vendor_id, received_at, id) WHERE vendor_id IS NOT NULL;
CREATE INDEX bills_by_kind ON bills (business_id, is_expense, received_at, id);
CREATE INDEX bills_by_reference ON bills (business_id, reference_number) WHERE reference_number IS NOT NULL;
-- Small: what is still to be paid.
CREATE INDEX bills_open ON bills (business_id, received_at, id) WHERE outstanding_balance > 0;
CREATE INDEX bills_open_by_due ON bills (business_id, due_on, id) WHERE outstanding_balance > 0;
CREATE INDEX bills_open_by_vendor ON bills (business_id, vendor_id, due_on, id) WHERE outstanding_balance > 0;
-- Large in old books, and counted for each first page of what is settled.
CREATE INDEX bills_settled ON bills (business_id, received_at, id) WHERE outstanding_balance = 0;

CREATE TABLE bill_line_items (
  business_id           uuid NOT NULL,
  id                    uuid NOT NULL,
  bill_id               uuid NOT NULL,
  position              int NOT NULL,
  external_id           text,
  account_id            uuid NOT NULL,
  prepayment_account_id uuid,
  description           text,
  product_name          text,
  unit_price            bigint NOT NULL CHECK (unit_price BETWEEN -9007199254740991 AND 9007199254740991),
  quantity              numeric(24, 8) NOT NULL,
  subtotal              bigint NOT NULL CHECK (subtotal BETWEEN -9007199254740991 AND 9007199254740991),
  discount_amount       bigint NOT NULL CHECK (discount_amount BETWEEN 0 AND 9007199254740991),
  sales_taxes_total     bigint NOT NULL,
  total_amount          bigint NOT NULL CHECK (total_amount = subtotal - discount_amount + sales_taxes_total),
  memo                  text,
  metadata              jsonb,
  reference_number      text,
  PRIMARY KEY (business_id, id),
  UNIQUE (business_id, bill_id, position),
  FOREIGN KEY (business_id, bill_id) REFERENCES bills (business_id, id)
);

-- Taxes of a line item, or, where there is none, additional ones of the bill.
CREATE TABLE bill_sales_taxes (
  business_id  uuid NOT NULL,
  id           uuid NOT NULL,
  bill_id      uuid NOT NULL,
  line_item_id uuid,
  position     int NOT NULL,
  tax_name     text NOT NULL,
  account_id   uuid NOT NULL,
  amount       bigint NOT NULL CHECK (amount BETWEEN -9007199254740991 AND 9007199254740991),
  PRIMARY KEY (business_id, id),
  FOREIGN KEY (business_id, bill_id) REFERENCES bills (business_id, id)
);
CREATE UNIQUE INDEX bill_sales_taxes_of_bill ON bill_sales_taxes (business_id, bill_id, line_item_id, position) NULLS NOT DISTINCT;
