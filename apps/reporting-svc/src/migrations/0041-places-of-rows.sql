-- each table alone, in public, read_model_4a, read_model_4b: businesses, accounts, tag_dimensions, tag_values, contacts, entries,
--   entry_lines, open_items, bank_transactions
-- The position of the version in the history of its owner; of a line, of the version that made it what it is. Null for what is
-- older than that history.
ALTER TABLE {{table}} ADD COLUMN IF NOT EXISTS recorded bigint;
