-- What was asked under an older epoch of the books than these is accepted although the value was archived, or the
-- dimension made BALANCING, since. No dimension is BALANCING before this.
ALTER TABLE tag_dimensions ADD COLUMN balancing_epoch bigint;
ALTER TABLE tag_dimensions ADD CHECK ((strictness = 'BALANCING') = (balancing_epoch IS NOT NULL));
ALTER TABLE tag_definitions
  ADD COLUMN archived_epoch bigint,
  ADD COLUMN version bigint NOT NULL DEFAULT 1;
-- The epoch under which the posting service had asked, where that is older than the books it was posted under.
ALTER TABLE journal_entries ADD COLUMN asked_epoch bigint;

CREATE INDEX tag_dimensions_by_time ON tag_dimensions (business_id, created_at, id);
CREATE INDEX tag_dimensions_by_visibility ON tag_dimensions (business_id, user_visible, created_at, id);
CREATE INDEX tag_dimensions_by_key ON tag_dimensions (business_id, key, id);
-- The values that a dimension is shown with: active ones first.
CREATE INDEX tag_definitions_active ON tag_definitions (business_id, dimension_id, value) WHERE archived_at IS NULL;
CREATE INDEX tag_definitions_archived ON tag_definitions (business_id, dimension_id, value) WHERE archived_at IS NOT NULL;
-- Balances per tag value: those of a value in a range of days or months lie together.
CREATE INDEX account_balances_by_tag ON account_balances (business_id, tag_definition_id, grain, period)
  WHERE tag_definition_id <> '00000000-0000-0000-0000-000000000000';

-- Every change of the tags of a posted entry or of its lines, numbered from 1 on per entry. An entry's version counts
-- these, so the numbers have no gaps and nothing of this is ever changed.
CREATE TABLE entry_tag_changes (
  business_id            uuid NOT NULL,
  entry_id               uuid NOT NULL,
  revision               integer NOT NULL CHECK (revision > 0),
  changed_at             timestamptz(3) NOT NULL,
  applied_definition_ids uuid[] NOT NULL,
  removed_definition_ids uuid[] NOT NULL,
  PRIMARY KEY (business_id, entry_id, revision),
  FOREIGN KEY (business_id, entry_id) REFERENCES journal_entries (business_id, id)
);
ALTER TABLE entry_tag_changes ENABLE ROW LEVEL SECURITY;
ALTER TABLE entry_tag_changes FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON entry_tag_changes TO {{app}}
  USING (business_id = app_business_id()) WITH CHECK (business_id = app_business_id());
GRANT SELECT, INSERT ON entry_tag_changes TO {{app}};
