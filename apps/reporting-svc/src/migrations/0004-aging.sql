-- Bills, vendor credits and invoices: what aging needs to know of each, and what stands of it. Whichever is told first, the
-- document or a line of it, makes the row; `kind` is null until the document itself is told of.
-- `balance` is credits less debits of its lines on control accounts, less the vendor credits that a bill got, plus what a
-- vendor credit gave. Nothing of it has moved after `last_day`: as of that day or a later one it needs no history.
-- Days are in the zone of aging_zones. Allocations of credits are by position in the arrays.
CREATE TABLE open_items (
  business_id      uuid NOT NULL,
  item_id          uuid NOT NULL,
  kind             text CHECK (kind IN ('BILL', 'VENDOR_CREDIT', 'INVOICE')),
  contact_id       uuid,
  external_id      text,
  reference_number text,
  document_at      timestamptz(3),
  due_at           timestamptz(3),
  document_day     date,
  due_day          date,
  tag_value_ids    uuid[],
  credit_ids       uuid[],
  credit_amounts   bigint[],
  credit_ats       timestamptz(3)[],
  version          bigint,
  event_id         text,
  balance          bigint NOT NULL DEFAULT 0,
  last_day         date,
  PRIMARY KEY (business_id, item_id),
  CHECK ((kind IS NULL) = (version IS NULL)),
  CHECK (kind IS NULL OR (contact_id IS NOT NULL AND document_day IS NOT NULL AND due_day IS NOT NULL AND tag_value_ids IS NOT NULL))
);
-- With all that sums need: as of most days no table is read for them.
CREATE INDEX open_items_open ON open_items (business_id, kind, contact_id) INCLUDE (due_day, last_day, balance)
  WHERE balance <> 0;
CREATE INDEX open_items_by_last_day ON open_items (business_id, kind, last_day);

-- What has moved of each item, by day.
CREATE TABLE item_days (
  business_id uuid NOT NULL,
  item_id     uuid NOT NULL,
  day         date NOT NULL,
  amount      bigint NOT NULL,
  PRIMARY KEY (business_id, item_id, day)
);

-- Entries whose lines are counted in item_days: they never change.
CREATE TABLE counted_entries (
  business_id uuid NOT NULL,
  entry_id    uuid NOT NULL,
  PRIMARY KEY (business_id, entry_id)
);

-- The zone that days of open_items, and those of allocated credits in item_days, are of. It is the business's; when that is
-- told of late, or changed before anything was posted, they are moved to it.
CREATE TABLE aging_zones (
  business_id uuid PRIMARY KEY,
  time_zone   text NOT NULL
);

-- Vendors and customers.
CREATE TABLE contacts (
  business_id uuid NOT NULL,
  contact_id  uuid NOT NULL,
  name        text NOT NULL,
  version     bigint NOT NULL,
  event_id    text NOT NULL,
  PRIMARY KEY (business_id, contact_id)
);

DO $$
DECLARE
  read_model text;
BEGIN
  FOREACH read_model IN ARRAY ARRAY['open_items', 'item_days', 'counted_entries', 'aging_zones', 'contacts'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', read_model);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', read_model);
    EXECUTE format(
      'CREATE POLICY tenant ON %I TO {{app}} USING (business_id = app_business_id())
         WITH CHECK (business_id = app_business_id())', read_model);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO {{app}}', read_model);
  END LOOP;
END $$;
