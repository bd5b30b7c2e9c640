-- outside of a transaction
CREATE INDEX CONCURRENTLY idempotency_keys_large ON idempotency_keys (client_id, created_at DESC)
  WHERE octet_length(answer) > 16384;
