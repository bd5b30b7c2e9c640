-- Whether the client gave activation_at (null: made before this was kept, so it did if that differs from the creation),
-- and the earliest entry that closes nothing, which post_entries keeps.
ALTER TABLE businesses ADD COLUMN activation_given boolean, ADD COLUMN first_entry_at timestamptz(3);
