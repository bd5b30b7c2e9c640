-- Who asked for an entry, as JSON; null where nobody did, and for what was posted before this was recorded.
ALTER TABLE journal_entries ADD COLUMN actor text;
