-- Whether the business is enrolled in bookkeeping, and since when it is archived. Enrolment is null in rows from before this
-- migration, until an event of the business or a rebuild fills it: the ledger is asked then.
ALTER TABLE businesses ADD COLUMN bookkeeping_enrolled boolean;
ALTER TABLE businesses ADD COLUMN archived_at timestamptz(3);

-- What the bookkeeping team asks of the user of a business. No read model: these rows are the truth, and a rebuild leaves
-- them alone.
CREATE TABLE tasks (
  business_id      uuid NOT NULL,
  id               uuid NOT NULL,
  external_id      text,
  title            text NOT NULL,
  question         text,
  status           text NOT NULL CHECK (status IN ('TODO', 'ASSIGNED', 'USER_MARKED_COMPLETED', 'COMPLETED')),
  effective_at     timestamptz(3) NOT NULL,
  user_response    text,
  responded_at     timestamptz(3),
  completed_at     timestamptz(3),
  document_ids     uuid[] NOT NULL,
  memo             text,
  metadata         jsonb,
  reference_number text,
  version          bigint NOT NULL CHECK (version > 0),
  created_at       timestamptz(3) NOT NULL,
  updated_at       timestamptz(3) NOT NULL,
  PRIMARY KEY (business_id, id),
  CONSTRAINT tasks_response_has_time CHECK ((user_response IS NULL) = (responded_at IS NULL)),
  CONSTRAINT tasks_answered_by_user CHECK (status <> 'USER_MARKED_COMPLETED' OR user_response IS NOT NULL),
  CONSTRAINT tasks_completed_has_time CHECK ((status = 'COMPLETED') = (completed_at IS NOT NULL))
);
CREATE UNIQUE INDEX tasks_external_id ON tasks (business_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX tasks_by_creation ON tasks (business_id, created_at, id);
CREATE INDEX tasks_by_time ON tasks (business_id, effective_at, id);
CREATE INDEX tasks_by_change ON tasks (business_id, updated_at, id);
CREATE INDEX tasks_by_status ON tasks (business_id, status, effective_at);
CREATE INDEX tasks_by_reference ON tasks (business_id, reference_number) WHERE reference_number IS NOT NULL;
-- What waits for the user, which notifications count: a few of many.
CREATE INDEX tasks_for_the_user ON tasks (business_id) WHERE status IN ('TODO', 'ASSIGNED');

ALTER TABLE tasks ENABLE ROW LEVEL SECURITY;
ALTER TABLE tasks FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON tasks TO {{app}} USING (business_id = app_business_id())
  WITH CHECK (business_id = app_business_id());
GRANT SELECT, INSERT, UPDATE ON tasks TO {{app}};
