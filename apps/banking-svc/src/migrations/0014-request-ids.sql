-- The id of the request that made a row; none where no request did, or where it was made before this was kept.
ALTER TABLE bank_accounts ADD COLUMN request_id text DEFAULT app_request_id();
ALTER TABLE external_accounts ADD COLUMN request_id text DEFAULT app_request_id();
ALTER TABLE bank_transactions ADD COLUMN request_id text DEFAULT app_request_id();
ALTER TABLE opening_balances ADD COLUMN request_id text DEFAULT app_request_id();
ALTER TABLE categorization_rules ADD COLUMN request_id text DEFAULT app_request_id();
