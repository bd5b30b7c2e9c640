-- table by table
-- The id of the request that made a row; none where no request did, or where it was made before this was kept.
ALTER TABLE bank_accounts ADD COLUMN IF NOT EXISTS request_id text DEFAULT app_request_id();
ALTER TABLE external_accounts ADD COLUMN IF NOT EXISTS request_id text DEFAULT app_request_id();
ALTER TABLE bank_transactions ADD COLUMN IF NOT EXISTS request_id text DEFAULT app_request_id();
ALTER TABLE opening_balances ADD COLUMN IF NOT EXISTS request_id text DEFAULT app_request_id();
ALTER TABLE categorization_rules ADD COLUMN IF NOT EXISTS request_id text DEFAULT app_request_id();
