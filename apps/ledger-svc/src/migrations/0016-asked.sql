-- table by table
-- What a request asked for that made a row, in one form: a later one with the same external_id is held against it. Null for
-- what has no external_id, or was made before this was kept.
ALTER TABLE businesses ADD COLUMN IF NOT EXISTS asked jsonb;
ALTER TABLE journal_entries ADD COLUMN IF NOT EXISTS asked jsonb;
