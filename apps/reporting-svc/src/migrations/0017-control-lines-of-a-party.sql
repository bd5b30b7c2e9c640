-- outside of a transaction
CREATE INDEX CONCURRENTLY entry_lines_of_party ON entry_lines (business_id, control, party_id, entry_at, entry_id, position)
  WHERE control IS NOT NULL;
