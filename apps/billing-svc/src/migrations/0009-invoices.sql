-- What customers owe. Amounts are minor units. `due_on` is what it is sorted by when it is due: an invoice without a due
-- date when it was sent. `subtotal`, the taxes and `total_amount` follow from the line items, `paid_amount` from the
-- allocations of payments, `written_off_amount` from the write-offs, `refunded_amount` from the parts of refunds that are
-- on it, status and balance from all of them. `sales_taxes_total` is of line items and of the whole together, a figure to
-- show; `additional_sales_taxes_total` of the whole alone. `tips_account_id` is null for the chart's own.
CREATE TABLE invoices (
  business_id                  uuid NOT NULL,
  id                           uuid NOT NULL,
  external_id                  text,
  customer_id                  uuid NOT NULL,
  status                       text NOT NULL,
  sent_at                      timestamptz(3) NOT NULL,
  due_at                       timestamptz(3),
  due_on                       timestamptz(3) NOT NULL GENERATED ALWAYS AS (coalesce(due_at, sent_at)) STORED,
  paid_at                      timestamptz(3),
  voided_at                    timestamptz(3),
  subtotal                     bigint NOT NULL CHECK (subtotal BETWEEN -9007199254740991 AND 9007199254740991),
  sales_taxes_total            bigint NOT NULL CHECK (sales_taxes_total BETWEEN -9007199254740991 AND 9007199254740991),
  additional_sales_taxes_total bigint NOT NULL CHECK (additional_sales_taxes_total BETWEEN -9007199254740991 AND 9007199254740991),
  additional_discount          bigint NOT NULL CHECK (additional_discount BETWEEN 0 AND 9007199254740991),
  tips                         bigint NOT NULL CHECK (tips BETWEEN 0 AND 9007199254740991),
  tips_account_id              uuid,
  total_amount                 bigint NOT NULL CHECK (total_amount BETWEEN 0 AND 9007199254740991),
  paid_amount                  bigint NOT NULL CHECK (paid_amount >= 0),
  written_off_amount           bigint NOT NULL CHECK (written_off_amount >= 0),
  refunded_amount              bigint NOT NULL CHECK (refunded_amount >= 0),
  outstanding_balance          bigint NOT NULL CONSTRAINT invoices_settled CHECK (outstanding_balance >= 0),
  memo                         text,
  metadata                     jsonb,
  reference_number             text,
  version                      bigint NOT NULL DEFAULT 1,
  imported_at                  timestamptz(3) NOT NULL,
  updated_at                   timestamptz(3) NOT NULL,
  PRIMARY KEY (business_id, id),
  FOREIGN KEY (business_id, customer_id) REFERENCES customers (business_id, id),
  -- Nothing is settled beyond what is owed, nothing refunded beyond what was paid; of what is voided nothing is left.
  CONSTRAINT invoices_refunded CHECK (refunded_amount <= paid_amount),
  CONSTRAINT invoices_voided CHECK (voided_at IS NULL OR (paid_amount = 0 AND written_off_amount = 0)),
  CONSTRAINT invoices_outstanding CHECK (
    outstanding_balance = CASE WHEN voided_at IS NOT NULL THEN 0 ELSE total_amount - paid_amount - written_off_amount END),
  CONSTRAINT invoices_status CHECK (
    status = CASE WHEN voided_at IS NOT NULL THEN 'VOIDED'
                  WHEN outstanding_balance = 0 AND paid_amount > 0 AND refunded_amount = paid_amount THEN 'REFUNDED'
                  WHEN outstanding_balance = 0 AND written_off_amount > 0 THEN 'WRITTEN_OFF'
                  WHEN outstanding_balance = 0 THEN 'PAID'
                  WHEN written_off_amount > 0 THEN 'PARTIALLY_WRITTEN_OFF'
                  WHEN paid_amount > 0 THEN 'PARTIALLY_PAID'
                  ELSE 'SENT' END),
  CONSTRAINT invoices_paid_at CHECK ((paid_at IS NOT NULL) = (status IN ('PAID', 'REFUNDED')))
);
CREATE UNIQUE INDEX invoices_external_id ON invoices (business_id, external_id) WHERE external_id IS NOT NULL;

-- Each sort, and what may mean few invoices or most of them in the default sort below it.
CREATE INDEX invoices_by_sent ON invoices (business_id, sent_at, id);
CREATE INDEX invoices_by_due ON invoices (business_id, due_on, id);
CREATE INDEX invoices_by_total ON invoices (business_id, total_amount, id);
CREATE INDEX invoices_by_status ON invoices (business_id, status, sent_at, id);
CREATE INDEX invoices_by_customer ON invoices (business_id, customer_id, sent_at, id);
CREATE INDEX invoices_by_reference ON invoices (business_id, reference_number) WHERE reference_number IS NOT NULL;
-- Small: what is still to be paid.
CREATE INDEX invoices_open ON invoices (business_id, sent_at, id) WHERE outstanding_balance > 0;
CREATE INDEX invoices_open_by_due ON invoices (business_id, due_on, id) WHERE outstanding_balance > 0;
CREATE INDEX invoices_open_by_customer ON invoices (business_id, customer_id, due_on, id) WHERE outstanding_balance > 0;
-- Large in old books, and counted for each first page of what is settled.
CREATE INDEX invoices_closed ON invoices (business_id, sent_at, id) WHERE outstanding_balance = 0;

CREATE TABLE invoice_line_items (
  business_id           uuid NOT NULL,
  id                    uuid NOT NULL,
  invoice_id            uuid NOT NULL,
  position              int NOT NULL,
  external_id           text,
  account_id            uuid NOT NULL,
  prepayment_account_id uuid,
  description           text,
  product               text,
  time_entry_id         uuid,
  unit_price            bigint NOT NULL CHECK (unit_price BETWEEN -9007199254740991 AND 9007199254740991),
  quantity              numeric(24, 8) NOT NULL,
  subtotal              bigint NOT NULL CHECK (subtotal BETWEEN -9007199254740991 AND 9007199254740991),
  discount_amount       bigint NOT NULL CHECK (discount_amount BETWEEN 0 AND 9007199254740991),
  sales_taxes_total     bigint NOT NULL,
  total_amount          bigint NOT NULL CHECK (total_amount = subtotal - discount_amount + sales_taxes_total),
  PRIMARY KEY (business_id, id),
  UNIQUE (business_id, invoice_id, position),
  FOREIGN KEY (business_id, invoice_id) REFERENCES invoices (business_id, id)
);
-- Refunds name line items by it. It is unique within its invoice at most.
CREATE INDEX invoice_line_items_by_external_id ON invoice_line_items (business_id, external_id) WHERE external_id IS NOT NULL;

-- Taxes of a line item, or, where there is none, additional ones of the invoice.
CREATE TABLE invoice_sales_taxes (
  business_id  uuid NOT NULL,
  id           uuid NOT NULL,
  invoice_id   uuid NOT NULL,
  line_item_id uuid,
  position     int NOT NULL,
  tax_name     text NOT NULL,
  account_id   uuid NOT NULL,
  amount       bigint NOT NULL CHECK (amount BETWEEN -9007199254740991 AND 9007199254740991),
  PRIMARY KEY (business_id, id),
  FOREIGN KEY (business_id, invoice_id) REFERENCES invoices (business_id, id)
);
CREATE UNIQUE INDEX invoice_sales_taxes_of_invoice ON invoice_sales_taxes (business_id, invoice_id, line_item_id, position) NULLS NOT DISTINCT;

-- What of an invoice will not be paid. One that was undone stays, and its external_id is free.
CREATE TABLE invoice_write_offs (
  business_id  uuid NOT NULL,
  id           uuid NOT NULL,
  external_id  text,
  invoice_id   uuid NOT NULL,
  place        bigint GENERATED ALWAYS AS IDENTITY,
  amount       bigint NOT NULL CHECK (amount BETWEEN 1 AND 9007199254740991),
  write_off_at timestamptz(3) NOT NULL,
  account_id   uuid NOT NULL,
  memo         text,
  imported_at  timestamptz(3) NOT NULL,
  updated_at   timestamptz(3) NOT NULL,
  deleted_at   timestamptz(3),
  PRIMARY KEY (business_id, id),
  FOREIGN KEY (business_id, invoice_id) REFERENCES invoices (business_id, id)
);
CREATE UNIQUE INDEX invoice_write_offs_external_id ON invoice_write_offs (business_id, external_id)
  WHERE external_id IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX invoice_write_offs_of_invoice ON invoice_write_offs (business_id, invoice_id, place);

DO $$
DECLARE
  tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY['invoices', 'invoice_line_items', 'invoice_sales_taxes', 'invoice_write_offs'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format(
      'CREATE POLICY tenant ON %I TO {{app}} USING (business_id = app_business_id())
         WITH CHECK (business_id = app_business_id())', tenant_table);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE ON %I TO {{app}}', tenant_table);
  END LOOP;
END $$;
