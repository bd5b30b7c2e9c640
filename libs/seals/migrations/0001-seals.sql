-- The history of a business as a Merkle tree, sealed from time to time: docs/SEALS.md.

-- How far it is sealed: its size, and the perfect subtrees that what comes next is joined to. Locked by who seals. And of which seal
-- an event has told last, and when.
CREATE TABLE seal_heads (
  business_id uuid PRIMARY KEY,
  size        bigint NOT NULL CHECK (size >= 0),
  edge        bytea NOT NULL,
  told_size   bigint NOT NULL DEFAULT 0 CHECK (told_size BETWEEN 0 AND size),
  told_at     timestamptz(3)
);

-- Each seal, with the hashes of the leaves that are new in it, 32 bytes each, up to position `size`. Never changed.
CREATE TABLE seals (
  business_id uuid NOT NULL,
  size        bigint NOT NULL CHECK (size > 0),
  hashes      bytea NOT NULL CHECK (length(hashes) > 0 AND length(hashes) % 32 = 0),
  root        bytea NOT NULL CHECK (length(root) = 32),
  -- The checkpoint with its signature, as a signed note.
  note        text NOT NULL,
  key_id      text NOT NULL,
  sealed_at   timestamptz(3) NOT NULL,
  PRIMARY KEY (business_id, size)
);
ALTER TABLE seals ALTER COLUMN hashes SET STORAGE EXTERNAL;

-- The hash over each whole block of 256 leaves, numbered from 0 on: a proof reads these, and few leaves.
CREATE TABLE seal_blocks (
  business_id uuid NOT NULL,
  number      bigint NOT NULL CHECK (number >= 0),
  hash        bytea NOT NULL CHECK (length(hash) = 32),
  PRIMARY KEY (business_id, number)
);

-- Public keys that seals were ever signed with.
CREATE TABLE seal_keys (
  id         text PRIMARY KEY,
  public_key bytea NOT NULL CHECK (length(public_key) = 32),
  since      timestamptz(3) NOT NULL
);

ALTER TABLE seal_heads ENABLE ROW LEVEL SECURITY;
ALTER TABLE seal_heads FORCE ROW LEVEL SECURITY;
ALTER TABLE seals ENABLE ROW LEVEL SECURITY;
ALTER TABLE seals FORCE ROW LEVEL SECURITY;
ALTER TABLE seal_blocks ENABLE ROW LEVEL SECURITY;
ALTER TABLE seal_blocks FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON seal_heads TO {{app}}
  USING (business_id = app_business_id()) WITH CHECK (business_id = app_business_id());
CREATE POLICY tenant ON seals TO {{app}}
  USING (business_id = app_business_id()) WITH CHECK (business_id = app_business_id());
CREATE POLICY tenant ON seal_blocks TO {{app}}
  USING (business_id = app_business_id()) WITH CHECK (business_id = app_business_id());
-- The relay's role looks for what is not sealed yet.
CREATE POLICY unsealed ON seal_heads FOR SELECT TO {{relay}} USING (true);
GRANT SELECT, UPDATE, INSERT ON seal_heads TO {{app}};
GRANT SELECT, INSERT ON seals, seal_blocks TO {{app}};
GRANT SELECT, INSERT ON seal_keys TO {{app}};
GRANT SELECT ON seal_heads TO {{relay}};
