CREATE TABLE things (
  business_id uuid, id uuid, name text, is_open boolean, place int, total_amount bigint, turnover numeric,
  quantity numeric, made_at timestamptz(3), day date, seal bytea, content_key bytea, settings jsonb, metadata jsonb,
  document_ids uuid[] NOT NULL, labels text[] NOT NULL, amounts bigint[] NOT NULL, times timestamptz(3)[] NOT NULL,
  note text, seq bigint GENERATED ALWAYS AS IDENTITY, PRIMARY KEY (business_id, id));
CREATE TABLE parts (
  business_id uuid, id uuid, thing_id uuid, amount bigint CHECK (amount > 0), PRIMARY KEY (business_id, id),
  FOREIGN KEY (business_id, thing_id) REFERENCES things (business_id, id));
GRANT ALL ON things, parts TO {{app}};
