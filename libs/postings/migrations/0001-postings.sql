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
CREATE UNIQUE INDEX postings_in_order ON postings (business_id, source_type, source_id, seq);
-- Small: what is posted is in neither.
CREATE INDEX postings_unposted ON postings (business_id, source_type, source_id, seq) WHERE status <> 'POSTED';
CREATE INDEX postings_due ON postings (next_attempt_at, business_id) WHERE status = 'PENDING';
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
