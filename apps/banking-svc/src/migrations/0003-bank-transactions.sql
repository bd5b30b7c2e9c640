CREATE TABLE counterparties (
  business_id uuid NOT NULL,
  id          uuid NOT NULL,
  name        text NOT NULL,
  created_at  timestamptz(3) NOT NULL,
  PRIMARY KEY (business_id, id)
);
CREATE UNIQUE INDEX counterparties_by_name ON counterparties (business_id, lower(name));

-- What a bank reported. `day` is the day of `date` in the business's zone. CREDIT is money in, DEBIT money out.
-- `posting_revision` counts the postings made for it, `live_posting_key` names the one that stands. `match_id` is the
-- match that holds, if any. `categorized_by` is RULE's rule, or null.
CREATE TABLE bank_transactions (
  business_id               uuid NOT NULL,
  id                        uuid NOT NULL,
  external_account_id       uuid NOT NULL,
  bank_account_id           uuid NOT NULL,
  source                    text NOT NULL,
  source_transaction_id     text NOT NULL,
  source_account_id         text NOT NULL,
  imported_at               timestamptz(3) NOT NULL,
  date                      timestamptz(3) NOT NULL,
  day                       date NOT NULL,
  direction                 text NOT NULL CHECK (direction IN ('CREDIT', 'DEBIT')),
  amount                    bigint NOT NULL CHECK (amount BETWEEN 0 AND 9007199254740991),
  description               text NOT NULL,
  merchant_name             text,
  counterparty_id           uuid,
  counterparty_name         text,
  status                    text NOT NULL CHECK (status IN ('PENDING', 'READY_FOR_INPUT', 'CATEGORIZED', 'SPLIT', 'MATCHED')),
  category_account_id       uuid,
  is_excluded               boolean NOT NULL DEFAULT false,
  categorization_method     text CHECK (categorization_method IN ('API', 'RULE', 'IMPORT', 'MATCH')),
  rule_id                   uuid,
  tax_code                  text,
  tax_options               jsonb,
  projected_income_category text,
  memo                      text,
  metadata                  jsonb,
  reference_number          text,
  document_ids              uuid[] NOT NULL DEFAULT '{}',
  customer_id               uuid,
  customer_external_id      text,
  vendor_id                 uuid,
  vendor_external_id        text,
  match_id                  uuid,
  content_key               bytea,
  live_posting_key          text,
  posting_revision          int NOT NULL DEFAULT 0,
  version                   bigint NOT NULL DEFAULT 1,
  updated_at                timestamptz(3) NOT NULL,
  PRIMARY KEY (business_id, id),
  FOREIGN KEY (business_id, external_account_id) REFERENCES external_accounts (business_id, id),
  FOREIGN KEY (business_id, counterparty_id) REFERENCES counterparties (business_id, id),
  -- A state has what it says, and nothing else.
  CHECK ((status = 'CATEGORIZED') = (category_account_id IS NOT NULL OR is_excluded)),
  CHECK (category_account_id IS NULL OR NOT is_excluded),
  CHECK ((status = 'MATCHED') = (match_id IS NOT NULL)),
  CHECK ((status IN ('CATEGORIZED', 'SPLIT', 'MATCHED')) = (categorization_method IS NOT NULL)),
  CHECK (rule_id IS NULL OR status IN ('CATEGORIZED', 'SPLIT')),
  CHECK (counterparty_id IS NULL OR counterparty_name IS NOT NULL)
);
CREATE UNIQUE INDEX bank_transactions_source ON bank_transactions (business_id, external_account_id, source_transaction_id);
CREATE INDEX bank_transactions_by_content ON bank_transactions (business_id, external_account_id, content_key)
  WHERE content_key IS NOT NULL;

-- The parts of a split transaction.
CREATE TABLE split_entries (
  business_id         uuid NOT NULL,
  transaction_id      uuid NOT NULL,
  position            int NOT NULL,
  id                  uuid NOT NULL,
  category_account_id uuid NOT NULL,
  amount              bigint NOT NULL CHECK (amount > 0),
  memo                text,
  PRIMARY KEY (business_id, transaction_id, position),
  FOREIGN KEY (business_id, transaction_id) REFERENCES bank_transactions (business_id, id)
);

-- Tags of a transaction; where split_position is not -1, of that part of it.
CREATE TABLE transaction_tags (
  business_id    uuid NOT NULL,
  transaction_id uuid NOT NULL,
  split_position int NOT NULL DEFAULT -1,
  id             uuid NOT NULL,
  dimension_id   uuid NOT NULL,
  definition_id  uuid NOT NULL,
  PRIMARY KEY (business_id, transaction_id, split_position, dimension_id),
  FOREIGN KEY (business_id, transaction_id) REFERENCES bank_transactions (business_id, id)
);
CREATE INDEX transaction_tags_by_definition ON transaction_tags (business_id, definition_id, transaction_id);
