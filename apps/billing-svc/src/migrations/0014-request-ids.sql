-- table by table
-- The id of the request that made a row; none where no request did, or where it was made before this was kept.
ALTER TABLE vendors ADD COLUMN IF NOT EXISTS request_id text DEFAULT app_request_id();
ALTER TABLE bills ADD COLUMN IF NOT EXISTS request_id text DEFAULT app_request_id();
ALTER TABLE bill_payments ADD COLUMN IF NOT EXISTS request_id text DEFAULT app_request_id();
ALTER TABLE vendor_credits ADD COLUMN IF NOT EXISTS request_id text DEFAULT app_request_id();
ALTER TABLE customers ADD COLUMN IF NOT EXISTS request_id text DEFAULT app_request_id();
ALTER TABLE invoices ADD COLUMN IF NOT EXISTS request_id text DEFAULT app_request_id();
ALTER TABLE invoice_write_offs ADD COLUMN IF NOT EXISTS request_id text DEFAULT app_request_id();
ALTER TABLE invoice_payments ADD COLUMN IF NOT EXISTS request_id text DEFAULT app_request_id();
ALTER TABLE refunds ADD COLUMN IF NOT EXISTS request_id text DEFAULT app_request_id();
ALTER TABLE refund_payments ADD COLUMN IF NOT EXISTS request_id text DEFAULT app_request_id();
ALTER TABLE payouts ADD COLUMN IF NOT EXISTS request_id text DEFAULT app_request_id();
