-- table by table
-- What a request asked for that made a row, in one form: a later one with the same external_id is held against it. Null for
-- what has no external_id, or was made before this was kept.
ALTER TABLE vendors ADD COLUMN IF NOT EXISTS asked jsonb;
ALTER TABLE customers ADD COLUMN IF NOT EXISTS asked jsonb;
ALTER TABLE bills ADD COLUMN IF NOT EXISTS asked jsonb;
ALTER TABLE bill_payments ADD COLUMN IF NOT EXISTS asked jsonb;
ALTER TABLE vendor_credits ADD COLUMN IF NOT EXISTS asked jsonb;
ALTER TABLE invoices ADD COLUMN IF NOT EXISTS asked jsonb;
ALTER TABLE invoice_write_offs ADD COLUMN IF NOT EXISTS asked jsonb;
ALTER TABLE invoice_payments ADD COLUMN IF NOT EXISTS asked jsonb;
ALTER TABLE refunds ADD COLUMN IF NOT EXISTS asked jsonb;
ALTER TABLE payouts ADD COLUMN IF NOT EXISTS asked jsonb;

-- Customers that a document named before anybody had made them: the first create fills them.
ALTER TABLE customers ADD COLUMN IF NOT EXISTS made_on_the_way boolean NOT NULL DEFAULT false;
-- Read with customers, and never true of a vendor.
ALTER TABLE vendors ADD COLUMN IF NOT EXISTS made_on_the_way boolean NOT NULL DEFAULT false;
