-- Where what the bank says of a transaction came from, in the words of the interface: the import, the file with its
-- SHA-256, and the row. Null for what came in before this was kept.
ALTER TABLE bank_transactions ADD COLUMN IF NOT EXISTS imported_from jsonb;
