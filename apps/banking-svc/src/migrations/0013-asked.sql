-- table by table
-- What a request asked for that made a row, in one form: a later one with the same external_id is held against it. Null for
-- what has no external_id, or was made before this was kept.
ALTER TABLE bank_accounts ADD COLUMN IF NOT EXISTS asked jsonb;
ALTER TABLE external_accounts ADD COLUMN IF NOT EXISTS asked jsonb;
ALTER TABLE categorization_rules ADD COLUMN IF NOT EXISTS asked jsonb;
