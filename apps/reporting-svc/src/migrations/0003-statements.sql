-- What statements are made of: the lines of entries with their tags, and sums of them per account, tag value and day. The
-- sums alone, without closings and tags, are not enough to make these of: each business is made anew from what its owners
-- have, after which its rows stand as of the read model that `built_as` names.
DROP TABLE entry_contributions, account_days;

ALTER TABLE businesses ADD COLUMN built_as int NOT NULL DEFAULT 1;
-- Who keeps house finds out which businesses are to be made anew.
CREATE INDEX businesses_built_as ON businesses (built_as);
ALTER TABLE businesses ADD COLUMN legal_name text;
ALTER TABLE accounts ADD COLUMN account_subtype text;
ALTER TABLE accounts ADD COLUMN stable_name text;

CREATE TABLE tag_dimensions (
  business_id  uuid NOT NULL,
  dimension_id uuid NOT NULL,
  key          text NOT NULL,
  display_name text,
  deleted_at   timestamptz(3),
  version      bigint NOT NULL,
  event_id     text NOT NULL,
  PRIMARY KEY (business_id, dimension_id)
);

CREATE TABLE tag_values (
  business_id  uuid NOT NULL,
  value_id     uuid NOT NULL,
  dimension_id uuid NOT NULL,
  value        text NOT NULL,
  display_name text,
  version      bigint NOT NULL,
  event_id     text NOT NULL,
  PRIMARY KEY (business_id, value_id)
);
CREATE INDEX tag_values_of_dimension ON tag_values (business_id, dimension_id);

CREATE TABLE entries (
  business_id      uuid NOT NULL,
  entry_id         uuid NOT NULL,
  memo             text,
  reference_number text,
  source_type      text,
  version          bigint NOT NULL,
  event_id         text NOT NULL,
  PRIMARY KEY (business_id, entry_id)
);

-- A line carries what its entry says of it, so that reports read lines alone. `is_closing`: of a closing entry or of the
-- reversal of one.
CREATE TABLE entry_lines (
  business_id   uuid NOT NULL,
  entry_id      uuid NOT NULL,
  position      int NOT NULL,
  line_id       text NOT NULL,
  account_id    uuid NOT NULL,
  basis         text NOT NULL CHECK (basis IN ('ACCRUAL', 'CASH', 'BOTH')),
  is_closing    boolean NOT NULL,
  day           date NOT NULL,
  entry_at      timestamptz(3) NOT NULL,
  direction     text NOT NULL CHECK (direction IN ('DEBIT', 'CREDIT')),
  amount        bigint NOT NULL,
  memo          text,
  tag_value_ids uuid[] NOT NULL,
  PRIMARY KEY (business_id, entry_id, position)
);
CREATE INDEX entry_lines_of_account ON entry_lines (business_id, account_id, entry_at, entry_id, position);
CREATE INDEX entry_lines_by_day ON entry_lines (business_id, day);

-- Where the lines that carry a tag value are.
CREATE TABLE entry_line_tags (
  business_id  uuid NOT NULL,
  tag_value_id uuid NOT NULL,
  entry_id     uuid NOT NULL,
  position     int NOT NULL,
  PRIMARY KEY (business_id, tag_value_id, entry_id, position)
);

-- Sums per day of the business's zone and per month, named by its first day: what stands at the end of a day is the months
-- before it and the days of its own. The nil tag value stands for all lines.
CREATE TABLE account_days (
  business_id  uuid NOT NULL,
  tag_value_id uuid NOT NULL,
  day          date NOT NULL,
  account_id   uuid NOT NULL,
  basis        text NOT NULL,
  is_closing   boolean NOT NULL,
  debits       numeric NOT NULL,
  credits      numeric NOT NULL,
  line_count   bigint NOT NULL,
  PRIMARY KEY (business_id, tag_value_id, day, account_id, basis, is_closing)
);

CREATE TABLE account_months (
  business_id  uuid NOT NULL,
  tag_value_id uuid NOT NULL,
  month        date NOT NULL,
  account_id   uuid NOT NULL,
  basis        text NOT NULL,
  is_closing   boolean NOT NULL,
  debits       numeric NOT NULL,
  credits      numeric NOT NULL,
  line_count   bigint NOT NULL,
  PRIMARY KEY (business_id, tag_value_id, month, account_id, basis, is_closing)
);

DO $$
DECLARE
  read_model text;
BEGIN
  FOREACH read_model IN ARRAY ARRAY['tag_dimensions', 'tag_values', 'entries', 'entry_lines', 'entry_line_tags',
                                    'account_days', 'account_months'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', read_model);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', read_model);
    EXECUTE format(
      'CREATE POLICY tenant ON %I TO {{app}} USING (business_id = app_business_id())
         WITH CHECK (business_id = app_business_id())', read_model);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO {{app}}', read_model);
  END LOOP;
END $$;

CREATE POLICY relay ON businesses FOR SELECT TO {{relay}} USING (true);
GRANT SELECT ON businesses TO {{relay}};
