-- outside of a transaction
CREATE INDEX CONCURRENTLY outbox_sent_unrecorded ON outbox (position) WHERE sent_at IS NOT NULL AND NOT is_recorded;
