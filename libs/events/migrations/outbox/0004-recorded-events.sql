-- Whether the version that an event tells of is in the history (records). The version before publishes without recording: what it
-- sends is recorded, and sent again with its place, by this one. What is here now is from before there was a history.
ALTER TABLE outbox ADD COLUMN is_recorded boolean NOT NULL DEFAULT true;
ALTER TABLE outbox ALTER COLUMN is_recorded SET DEFAULT false;
GRANT UPDATE (is_recorded) ON outbox TO {{relay}};
