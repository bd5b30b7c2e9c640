-- What the service has decided to post, written in the transaction of what it follows from and delivered to the ledger
-- afterwards. A source's postings are delivered in the order of seq; one that the ledger refuses (FAILED) holds back
-- those after it. Rows are never deleted: they say which entries a document has.
CREATE TABLE postings (
  business_id       uuid NOT NULL,
  id                uuid NOT NULL,
  client_id         uuid NOT NULL,
  posting_key       text NOT NULL,
  source_type       text NOT NULL,
  source_id         uuid NOT NULL,
  seq               bigint NOT NULL CHECK (seq > 0),
  books_epoch       bigint NOT NULL,
  entry_at          timestamptz(3) NOT NULL,
  posting           text NOT NULL,
  -- the posting_key of what it reverses
  reverses          text,
  status            text NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'POSTED', 'FAILED')),
  attempts          int NOT NULL DEFAULT 0,
  error_enum        text,
  error_description text,
  entry_id          uuid,
  staged_at         timestamptz(3) NOT NULL,
  next_attempt_at   timestamptz(3) NOT NULL,
  posted_at         timestamptz(3),
  failed_at         timestamptz(3),
  PRIMARY KEY (business_id, id),
  CHECK ((status = 'POSTED') = (entry_id IS NOT NULL))
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
CREATE UNIQUE INDEX postings_key ON postings (business_id, posting_key);
CREATE UNIQUE INDEX postings_in_order ON postings (business_id, source_id, source_type, seq);
-- Small: what is posted is in none of them.
CREATE INDEX postings_unposted ON postings (business_id, source_id, source_type, seq) WHERE status <> 'POSTED';
CREATE INDEX postings_due ON postings (business_id, next_attempt_at, id) WHERE status = 'PENDING';
CREATE INDEX postings_waiting ON postings (staged_at) WHERE status = 'PENDING';
CREATE INDEX postings_failed ON postings (failed_at) WHERE status = 'FAILED';
CREATE INDEX postings_by_status ON postings (business_id, status, staged_at, id);
CREATE INDEX postings_by_time ON postings (business_id, staged_at, id);

ALTER TABLE postings ENABLE ROW LEVEL SECURITY;
ALTER TABLE postings FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON postings TO {{app}} USING (business_id = app_business_id()) WITH CHECK (business_id = app_business_id());
-- The relay finds out whose postings are due; it delivers them under their tenant.
CREATE POLICY relay ON postings FOR SELECT TO {{relay}} USING (true);
GRANT SELECT, INSERT ON postings TO {{app}};
GRANT UPDATE (status, attempts, error_enum, error_description, entry_id, next_attempt_at, posted_at, failed_at)
  ON postings TO {{app}};
GRANT SELECT ON postings TO {{relay}};

-- How many postings a business has in each state, so that listing them does not count history. In slots, so that those
-- who post at the same moment do not wait for each other; a connection moves rows of one slot, in the order of their keys.
CREATE TABLE posting_counts (
  business_id uuid NOT NULL,
  status      text NOT NULL CHECK (status IN ('PENDING', 'POSTED', 'FAILED')),
  slot        smallint NOT NULL CHECK (slot BETWEEN 0 AND 15),
  postings    bigint NOT NULL,
  PRIMARY KEY (business_id, status, slot)
) WITH (fillfactor = 70);
ALTER TABLE posting_counts ENABLE ROW LEVEL SECURITY;
ALTER TABLE posting_counts FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON posting_counts TO {{app}} USING (business_id = app_business_id()) WITH CHECK (business_id = app_business_id());
GRANT SELECT, INSERT, UPDATE ON posting_counts TO {{app}};

CREATE FUNCTION count_new_postings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO posting_counts AS c (business_id, status, slot, postings)
    SELECT n.business_id, n.status, pg_backend_pid() % 16, count(*)
      FROM new_rows n GROUP BY n.business_id, n.status ORDER BY n.business_id, n.status
  ON CONFLICT (business_id, status, slot) DO UPDATE SET postings = c.postings + excluded.postings;
  RETURN NULL;
END $$;
CREATE TRIGGER postings_counted AFTER INSERT ON postings REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_new_postings();

CREATE FUNCTION count_moved_postings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO posting_counts AS c (business_id, status, slot, postings)
    SELECT m.business_id, m.status, pg_backend_pid() % 16, sum(m.change)
      FROM (SELECT business_id, status, 1 AS change FROM new_rows
            UNION ALL SELECT business_id, status, -1 FROM old_rows) m
     GROUP BY m.business_id, m.status HAVING sum(m.change) <> 0 ORDER BY m.business_id, m.status
  ON CONFLICT (business_id, status, slot) DO UPDATE SET postings = c.postings + excluded.postings;
  RETURN NULL;
END $$;
CREATE TRIGGER postings_moved AFTER UPDATE ON postings REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_moved_postings();
