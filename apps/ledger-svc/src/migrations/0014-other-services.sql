-- Amounts and days of the business have a meaning outside of its journal too: another service keeps an account of it. Set
-- once and for good by EnsureAccounts; currency and time zone stay from then on, as they do once anything is posted.
ALTER TABLE businesses ADD COLUMN kept_elsewhere boolean NOT NULL DEFAULT false;

-- Another service has asked for a value of the dimension, so a document of that service may carry it. Set once and for
-- good, by the first ask; such a dimension is not deleted.
ALTER TABLE tag_dimensions ADD COLUMN asked_for boolean NOT NULL DEFAULT false;

-- The epoch of the books in which the business was archived: what a service had asked before is still posted, and what it
-- asked since is not, whatever else has changed the books in between.
-- USING and not UPDATE: row-level security, which binds the owner too, shows it no row.
ALTER TABLE businesses ADD COLUMN archived_epoch bigint;
ALTER TABLE businesses ALTER COLUMN archived_epoch TYPE bigint USING CASE WHEN archived_at IS NOT NULL THEN books_epoch END;
