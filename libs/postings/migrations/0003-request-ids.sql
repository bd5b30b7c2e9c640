-- The id of the request that staged a posting; none where no request did, or where it was staged before this was kept.
ALTER TABLE postings ADD COLUMN request_id text DEFAULT app_request_id();
