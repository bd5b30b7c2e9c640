-- The request that an event comes from. No default: the event itself says so.
ALTER TABLE feed_events ADD COLUMN request_id text;
