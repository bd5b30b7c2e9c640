-- What each version of an entry has changed of its tags and of those of its lines: what they were before can be told from what
-- they are. The entry itself is the nil line. Of the changes of before there are none.
CREATE TABLE entry_tag_moves (
  business_id   uuid NOT NULL,
  entry_id      uuid NOT NULL,
  version       bigint NOT NULL,
  line_id       uuid NOT NULL,
  dimension_id  uuid NOT NULL,
  definition_id uuid NOT NULL,
  is_applied    boolean NOT NULL,
  -- That of the tag on its line.
  id            uuid NOT NULL,
  PRIMARY KEY (business_id, entry_id, version, line_id, definition_id, is_applied)
);
ALTER TABLE entry_tag_moves ENABLE ROW LEVEL SECURITY;
ALTER TABLE entry_tag_moves FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON entry_tag_moves TO {{app}}
  USING (business_id = app_business_id()) WITH CHECK (business_id = app_business_id());
GRANT SELECT, INSERT ON entry_tag_moves TO {{app}};
