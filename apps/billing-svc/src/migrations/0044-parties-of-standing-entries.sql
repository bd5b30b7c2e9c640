-- Whom the lines of the entry name, and in which revision that is so: the version before posts revisions without a party.
-- `digest` does not say it, so that both versions find equal what is equal.
ALTER TABLE standing_entries ADD COLUMN party_id uuid, ADD COLUMN party_revision int;
