-- What witnesses cosigned: docs/SEALS.md#witnesses.

-- Each cosignature that was found right, of the seal of this size. Never changed.
CREATE TABLE seal_cosignatures (
  business_id uuid NOT NULL,
  size        bigint NOT NULL CHECK (size > 0),
  -- The key of the witness, as verifiers of notes take it.
  witness     text NOT NULL,
  -- The line of the signed note.
  line        text NOT NULL CHECK (line LIKE E'— %\n'),
  -- By the clock of the witness, which signed it.
  cosigned_at timestamptz(0) NOT NULL,
  -- By ours: a note shows those that came first first, so that what is added to it comes last.
  kept_at     timestamptz(3) NOT NULL,
  PRIMARY KEY (business_id, size, witness)
);

-- How far each witness has cosigned the history: where the next proof for it begins.
CREATE TABLE seal_witness_heads (
  business_id uuid NOT NULL,
  witness     text NOT NULL,
  size        bigint NOT NULL CHECK (size > 0),
  kept_at     timestamptz(3) NOT NULL,
  PRIMARY KEY (business_id, witness)
);

ALTER TABLE seal_cosignatures ENABLE ROW LEVEL SECURITY;
ALTER TABLE seal_cosignatures FORCE ROW LEVEL SECURITY;
ALTER TABLE seal_witness_heads ENABLE ROW LEVEL SECURITY;
ALTER TABLE seal_witness_heads FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON seal_cosignatures TO {{app}}
  USING (business_id = app_business_id()) WITH CHECK (business_id = app_business_id());
CREATE POLICY tenant ON seal_witness_heads TO {{app}}
  USING (business_id = app_business_id()) WITH CHECK (business_id = app_business_id());
-- The relay's role looks for what is not cosigned yet.
CREATE POLICY uncosigned ON seal_witness_heads FOR SELECT TO {{relay}} USING (true);
GRANT SELECT, INSERT ON seal_cosignatures TO {{app}};
GRANT SELECT, INSERT, UPDATE ON seal_witness_heads TO {{app}};
GRANT SELECT ON seal_witness_heads TO {{relay}};
