-- each table alone, in public, read_model_4a, read_model_4b: account_days, account_months
-- Each line of an entry moves one row of both, again and again on the same day. Room in its page for the next version of a row
-- keeps that out of the index. Rows that are here move to pages with room as they change.
ALTER TABLE {{table}} SET (fillfactor = 60);
