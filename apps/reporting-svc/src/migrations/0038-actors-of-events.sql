-- Who asked for what an event tells, as JSON. No default: the event itself says so.
ALTER TABLE feed_events ADD COLUMN actor text;
