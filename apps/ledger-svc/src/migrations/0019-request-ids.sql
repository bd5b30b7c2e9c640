-- table by table
-- The id of the request that made a row; none where no request did, or where it was made before this was kept.
ALTER TABLE businesses ADD COLUMN IF NOT EXISTS request_id text DEFAULT app_request_id();
ALTER TABLE accounts ADD COLUMN IF NOT EXISTS request_id text DEFAULT app_request_id();
ALTER TABLE tag_dimensions ADD COLUMN IF NOT EXISTS request_id text DEFAULT app_request_id();
ALTER TABLE tag_definitions ADD COLUMN IF NOT EXISTS request_id text DEFAULT app_request_id();
ALTER TABLE journal_entries ADD COLUMN IF NOT EXISTS request_id text DEFAULT app_request_id();
-- Closing actions have a request_id of another kind: the row of closing_requests, which is what names the request.
ALTER TABLE closing_requests ADD COLUMN IF NOT EXISTS request_id text DEFAULT app_request_id();
