-- What a document had left in its clearing account when it was matched, so that what the posting says can be told from
-- what the document says by now; null for transfers and entries. `revision` counts the postings of a match: one whose
-- document is divided otherwise under tags is posted anew.
ALTER TABLE matches
  ADD COLUMN revision int NOT NULL DEFAULT 1 CHECK (revision > 0),
  ADD COLUMN cleared_amount bigint CHECK (cleared_amount > 0),
  ADD COLUMN clearing_account_id uuid,
  ADD COLUMN allocations jsonb,
  ADD CHECK ((match_type IN ('TRANSFER', 'JOURNAL_ENTRY')) = (cleared_amount IS NULL)),
  ADD CHECK ((cleared_amount IS NULL) = (clearing_account_id IS NULL)),
  ADD CHECK ((cleared_amount IS NULL) = (allocations IS NULL));

-- A document may come to nothing later: no bank reports it, but what is newer than the rest is remembered.
ALTER TABLE match_candidates
  DROP CONSTRAINT match_candidates_amount_check,
  ADD CONSTRAINT match_candidates_amount_check CHECK (amount > 0 OR (amount = 0 AND NOT is_open));
