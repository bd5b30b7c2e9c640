-- What relays know of the stream beyond how far it has come.
ALTER TABLE relay_state
  -- An event of ours that the stream has, and where: that its end was lost shows even when others have written there since.
  ADD COLUMN kept_sequence bigint,
  ADD COLUMN kept_id uuid,
  -- The servers that have it, in one text: who leads, and who is away.
  ADD COLUMN servers text,
  -- When the servers change, what was published since safe_at is published again, at once and at again_at: it is at
  -- safe_position or above. Both follow a minute behind the next ones.
  ADD COLUMN safe_position bigint NOT NULL DEFAULT 0,
  ADD COLUMN safe_at timestamptz NOT NULL DEFAULT '-infinity',
  ADD COLUMN next_position bigint NOT NULL DEFAULT 0,
  ADD COLUMN next_at timestamptz NOT NULL DEFAULT '-infinity',
  ADD COLUMN again_at timestamptz;
