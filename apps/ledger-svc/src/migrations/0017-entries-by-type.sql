-- Of the journal's own rows: how many of the entries of a slot (line_count) are of which type. Null on rows of accounts,
-- and on rows of before until they are counted (0018).
ALTER TABLE account_balances ADD COLUMN bank_count bigint, ADD COLUMN manual_count bigint, ADD COLUMN other_count bigint;
