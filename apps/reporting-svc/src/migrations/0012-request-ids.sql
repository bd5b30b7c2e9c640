-- The id of the request that made a row; none where no request did, or where it was made before this was kept.
ALTER TABLE tasks ADD COLUMN request_id text DEFAULT app_request_id();
