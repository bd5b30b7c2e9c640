-- Closings are recorded in the history of the business, version by version. Those of before are not: they have version 0 until
-- something happens to them.
ALTER TABLE closing_actions ADD COLUMN IF NOT EXISTS version bigint NOT NULL DEFAULT 0;
GRANT UPDATE (version) ON closing_actions TO {{app}};
