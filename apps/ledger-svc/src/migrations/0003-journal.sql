-- The journal is append-only: the role of the service has no UPDATE and no DELETE on entries and lines.
-- seq is the order of insertion; lines and entries are in (entry_at, seq) order.
CREATE TABLE journal_entries (
  business_id      uuid NOT NULL,
  id               uuid NOT NULL,
  seq              bigint GENERATED ALWAYS AS IDENTITY,
  external_id      text,
  posting_key      text,
  entry_type       text NOT NULL CHECK (entry_type IN ('BANK', 'MANUAL', 'OPENING_BALANCE', 'CLOSING_ACTION_RETAINED_EARNINGS')),
  basis            text NOT NULL CHECK (basis IN ('ACCRUAL', 'CASH', 'BOTH')),
  agent            text NOT NULL CHECK (agent IN ('SMS', 'API', 'SERVICE_AUTO', 'SERVICE_MANUAL')),
  entry_at         timestamptz(3) NOT NULL,
  recorded_at      timestamptz(3) NOT NULL,
  memo             text,
  metadata         json,
  reference_number text,
  source_type      text,
  source_id        text,
  reversal_of_id   uuid,
  line_count       integer NOT NULL CHECK (line_count BETWEEN 2 AND 100000),
  PRIMARY KEY (business_id, id),
  CHECK (reversal_of_id <> id),
  CHECK ((source_type IS NULL) = (source_id IS NULL))
);
CREATE UNIQUE INDEX journal_entries_external_id ON journal_entries (business_id, external_id) WHERE external_id IS NOT NULL;
CREATE UNIQUE INDEX journal_entries_posting_key ON journal_entries (business_id, posting_key) WHERE posting_key IS NOT NULL;
CREATE UNIQUE INDEX journal_entries_reversal_of ON journal_entries (business_id, reversal_of_id) WHERE reversal_of_id IS NOT NULL;
CREATE INDEX journal_entries_in_order ON journal_entries (business_id, entry_at, seq);
CREATE INDEX journal_entries_by_type ON journal_entries (business_id, entry_type, entry_at, seq);
CREATE INDEX journal_entries_by_reference ON journal_entries (business_id, reference_number) WHERE reference_number IS NOT NULL;
CREATE INDEX journal_entries_by_source ON journal_entries (business_id, source_type, source_id) WHERE source_type IS NOT NULL;

CREATE TABLE line_items (
  business_id uuid NOT NULL,
  id          uuid NOT NULL,
  seq         bigint GENERATED ALWAYS AS IDENTITY,
  entry_id    uuid NOT NULL,
  position    integer NOT NULL CHECK (position >= 0),
  account_id  uuid NOT NULL,
  amount      bigint NOT NULL CHECK (amount BETWEEN 1 AND 9007199254740991),
  direction   text NOT NULL CHECK (direction IN ('DEBIT', 'CREDIT')),
  basis       text NOT NULL,
  entry_at    timestamptz(3) NOT NULL,
  created_at  timestamptz(3) NOT NULL,
  is_reversal boolean NOT NULL,
  memo        text,
  PRIMARY KEY (business_id, id)
);
CREATE UNIQUE INDEX line_items_by_entry ON line_items (business_id, entry_id, position);
CREATE INDEX line_items_by_account ON line_items (business_id, account_id, entry_at, seq);

-- What the pure core decided is checked again as a whole: the lines of an entry come complete and balanced, of one basis
-- and one time, in the statement that inserts them. They are numbered from 0 on without a gap, and numbers are unique,
-- so no line can be added to an entry later.
CREATE FUNCTION check_new_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wrong record;
BEGIN
  SELECT entry_id, sum(CASE direction WHEN 'DEBIT' THEN amount ELSE -amount END) AS excess INTO wrong
    FROM new_lines
   GROUP BY business_id, entry_id
  HAVING sum(CASE direction WHEN 'DEBIT' THEN amount ELSE -amount END) <> 0
      OR min(position) <> 0 OR max(position) <> count(*) - 1
      OR min(basis) <> max(basis) OR min(entry_at) <> max(entry_at) OR bool_and(is_reversal) <> bool_or(is_reversal)
   LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'lines of entry % do not make a balanced, complete entry (debits exceed credits by %)', wrong.entry_id, wrong.excess
      USING ERRCODE = 'check_violation', CONSTRAINT = 'line_items_balance';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER line_items_balance AFTER INSERT ON line_items
  REFERENCING NEW TABLE AS new_lines FOR EACH STATEMENT EXECUTE FUNCTION check_new_lines();

-- Tags of entries and of lines; one value per dimension. Account, time and seq are the line's own, so that the lines
-- of one account with one tag are an index range.
CREATE TABLE entry_tags (
  business_id   uuid NOT NULL,
  entry_id      uuid NOT NULL,
  dimension_id  uuid NOT NULL,
  definition_id uuid NOT NULL,
  id            uuid NOT NULL,
  PRIMARY KEY (business_id, entry_id, dimension_id)
);
CREATE INDEX entry_tags_by_definition ON entry_tags (business_id, definition_id, entry_id);

CREATE TABLE line_item_tags (
  business_id   uuid NOT NULL,
  line_id       uuid NOT NULL,
  dimension_id  uuid NOT NULL,
  definition_id uuid NOT NULL,
  id            uuid NOT NULL,
  entry_id      uuid NOT NULL,
  account_id    uuid NOT NULL,
  entry_at      timestamptz(3) NOT NULL,
  seq           bigint NOT NULL,
  PRIMARY KEY (business_id, line_id, dimension_id)
);
CREATE INDEX line_item_tags_by_account ON line_item_tags (business_id, account_id, definition_id, entry_at, seq);
CREATE INDEX line_item_tags_by_entry ON line_item_tags (business_id, definition_id, entry_id);

-- Running totals, moved in the posting transaction: per account, basis and UTC day ('D') or month ('M'), for all lines
-- (tag_definition_id nil) and for the lines with one tag value. The nil account is the journal itself: its line_count
-- counts entries and its debits equal its credits. hidden_count counts the lines of reversals and of what they
-- reversed. A hot account would serialise on its row, so rows are spread over slots. day_has_blocks says that the day
-- is long and has sums within (see account_day_blocks).
CREATE TABLE account_balances (
  business_id       uuid NOT NULL,
  account_id        uuid NOT NULL,
  tag_definition_id uuid NOT NULL,
  grain             "char" NOT NULL CHECK (grain IN ('D', 'M')),
  period            date NOT NULL,
  basis             text NOT NULL CHECK (basis IN ('ACCRUAL', 'CASH', 'BOTH')),
  slot              smallint NOT NULL CHECK (slot BETWEEN 0 AND 15),
  debits            bigint NOT NULL,
  credits           bigint NOT NULL,
  line_count        bigint NOT NULL,
  hidden_count      bigint NOT NULL,
  day_has_blocks    boolean NOT NULL DEFAULT false,
  PRIMARY KEY (business_id, account_id, tag_definition_id, grain, period, basis, slot),
  CONSTRAINT account_balances_range CHECK (debits BETWEEN 0 AND 9007199254740991 AND credits BETWEEN 0 AND 9007199254740991)
) WITH (fillfactor = 70);
CREATE INDEX account_balances_by_period ON account_balances (business_id, grain, period)
  WHERE tag_definition_id = '00000000-0000-0000-0000-000000000000';

-- Sums within a long day: consecutive ranges [from, until) of (entry_at, seq) from the start of the day on, at most
-- 1,000 lines each. What comes after the last range is not summed yet.
CREATE TABLE account_day_blocks (
  business_id uuid NOT NULL,
  account_id  uuid NOT NULL,
  day         date NOT NULL,
  from_at     timestamptz(3) NOT NULL,
  from_seq    bigint NOT NULL,
  until_at    timestamptz(3) NOT NULL,
  until_seq   bigint NOT NULL,
  basis       text NOT NULL,
  debits      bigint NOT NULL,
  credits     bigint NOT NULL,
  line_count  bigint NOT NULL,
  PRIMARY KEY (business_id, account_id, day, from_at, from_seq, basis)
);
CREATE INDEX account_day_blocks_by_end ON account_day_blocks (business_id, account_id, day, until_at, until_seq);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['journal_entries', 'line_items', 'entry_tags', 'line_item_tags', 'account_balances', 'account_day_blocks'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY tenant ON %I TO {{app}} USING (business_id = app_business_id()) WITH CHECK (business_id = app_business_id())', name);
    EXECUTE format('GRANT SELECT, INSERT ON %I TO {{app}}', name);
  END LOOP;
END $$;
GRANT UPDATE ON account_balances, account_day_blocks TO {{app}};
GRANT DELETE ON account_day_blocks, entry_tags, line_item_tags TO {{app}};
