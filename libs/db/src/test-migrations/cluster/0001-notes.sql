CREATE TABLE notes (
  business_id uuid NOT NULL,
  id          uuid NOT NULL,
  seq         bigint GENERATED ALWAYS AS IDENTITY,
  text        text NOT NULL,
  request_id  text DEFAULT app_request_id(),
  PRIMARY KEY (business_id, id)
);
ALTER TABLE notes ENABLE ROW LEVEL SECURITY;
ALTER TABLE notes FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON notes TO {{app}} USING (business_id = app_business_id()) WITH CHECK (business_id = app_business_id());
CREATE POLICY relay ON notes TO {{relay}} USING (true);
GRANT SELECT, INSERT ON notes TO {{app}};
GRANT SELECT ON notes TO {{relay}};
