-- Which journal entries of a document stand. `event` says what of the document an entry tells, such as `received`; there
-- is at most one standing entry of each. `digest` is of what was posted, before a closed period moved it: what is the same
-- is not posted again. A correction reverses `<source>:<event>:<revision>` and posts the next revision.
CREATE TABLE standing_entries (
  business_id uuid NOT NULL,
  source_type text NOT NULL,
  source_id   uuid NOT NULL,
  event       text NOT NULL,
  revision    int NOT NULL CHECK (revision > 0),
  stands      boolean NOT NULL,
  digest      text NOT NULL,
  -- when it says it happened
  entry_at    timestamptz(3) NOT NULL,
  PRIMARY KEY (business_id, source_id, source_type, event)
);
