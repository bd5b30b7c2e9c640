-- What the standing auditor found of each business, and when: docs/PROOF.md.

-- OWN is what the service keeps by itself, ACROSS what it compares with other services.
CREATE TABLE audits (
  business_id   uuid NOT NULL,
  scope         text NOT NULL CHECK (scope IN ('OWN', 'ACROSS')),
  client_id     uuid,
  registered_at timestamptz(3) NOT NULL,
  -- Nobody else audits it until then.
  leased_until  timestamptz(3),
  -- When the last whole audit began, up to which position of the history, of how many rows, and how long it took.
  audited_at    timestamptz(3),
  through       bigint NOT NULL DEFAULT 0,
  row_count     bigint NOT NULL DEFAULT 0,
  took_ms       integer NOT NULL DEFAULT 0,
  -- Up to which position of the history what was touched was audited, by a whole audit or by one of that alone.
  touched_through bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (business_id, scope)
);
CREATE INDEX audits_by_age ON audits (scope, coalesce(audited_at, registered_at));

-- Invariants that do not hold, or did not for a while: of each at most one that is open.
CREATE TABLE violations (
  business_id uuid NOT NULL,
  id          uuid NOT NULL,
  invariant   text NOT NULL,
  scope       text NOT NULL CHECK (scope IN ('OWN', 'ACROSS')),
  -- The rows that are wrong: how many were found, and the first of them.
  row_count   integer NOT NULL CHECK (row_count > 0),
  details     jsonb NOT NULL,
  -- When it was last seen to hold; null where it never was.
  held_at     timestamptz(3),
  found_at    timestamptz(3) NOT NULL,
  seen_at     timestamptz(3) NOT NULL,
  resolved_at timestamptz(3),
  version     bigint NOT NULL,
  PRIMARY KEY (business_id, id)
);
CREATE UNIQUE INDEX violations_open ON violations (business_id, scope, invariant) WHERE resolved_at IS NULL;
CREATE INDEX violations_by_invariant ON violations (invariant) WHERE resolved_at IS NULL;

ALTER TABLE audits ENABLE ROW LEVEL SECURITY;
ALTER TABLE audits FORCE ROW LEVEL SECURITY;
ALTER TABLE violations ENABLE ROW LEVEL SECURITY;
ALTER TABLE violations FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON audits TO {{app}}
  USING (business_id = app_business_id()) WITH CHECK (business_id = app_business_id());
CREATE POLICY tenant ON violations TO {{app}}
  USING (business_id = app_business_id()) WITH CHECK (business_id = app_business_id());
CREATE POLICY intake ON audits TO {{intake}}
  USING ((business_id = ANY ((SELECT app_business_ids())::uuid[])) IS TRUE)
  WITH CHECK ((business_id = ANY ((SELECT app_business_ids())::uuid[])) IS TRUE);
-- The relay's role looks for what is to be audited, and counts what does not hold.
CREATE POLICY everyone ON audits FOR SELECT TO {{relay}} USING (true);
CREATE POLICY everyone ON violations FOR SELECT TO {{relay}} USING (true);
GRANT SELECT, INSERT, UPDATE ON audits, violations TO {{app}};
GRANT SELECT, INSERT, UPDATE ON audits TO {{intake}};
GRANT SELECT ON audits, violations TO {{relay}};
