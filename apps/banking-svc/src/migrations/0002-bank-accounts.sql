CREATE TABLE institutions (
  business_id uuid NOT NULL,
  id          uuid NOT NULL,
  name        text NOT NULL,
  logo        text,
  created_at  timestamptz(3) NOT NULL,
  PRIMARY KEY (business_id, id)
);
CREATE UNIQUE INDEX institutions_by_name ON institutions (business_id, lower(name));

-- A bank account is one account of the chart, made with it.
CREATE TABLE bank_accounts (
  business_id              uuid NOT NULL,
  id                       uuid NOT NULL,
  external_id              text,
  ledger_account_id        uuid NOT NULL,
  account_type             text NOT NULL CHECK (account_type IN ('DEPOSITORY', 'CREDIT')),
  account_subtype          text NOT NULL,
  account_name             text NOT NULL,
  notes                    text,
  notify_when_disconnected boolean NOT NULL DEFAULT false,
  institution_id           uuid,
  memo                     text,
  metadata                 jsonb,
  reference_number         text,
  archived_at              timestamptz(3),
  version                  bigint NOT NULL DEFAULT 1,
  created_at               timestamptz(3) NOT NULL,
  updated_at               timestamptz(3) NOT NULL,
  PRIMARY KEY (business_id, id),
  FOREIGN KEY (business_id, institution_id) REFERENCES institutions (business_id, id)
);
CREATE UNIQUE INDEX bank_accounts_external_id ON bank_accounts (business_id, external_id) WHERE external_id IS NOT NULL;
CREATE UNIQUE INDEX bank_accounts_ledger_account ON bank_accounts (business_id, ledger_account_id);
CREATE INDEX bank_accounts_by_time ON bank_accounts (business_id, created_at, id);

CREATE TABLE bank_account_tags (
  business_id     uuid NOT NULL,
  bank_account_id uuid NOT NULL,
  id              uuid NOT NULL,
  dimension_id    uuid NOT NULL,
  definition_id   uuid NOT NULL,
  PRIMARY KEY (business_id, bank_account_id, dimension_id),
  FOREIGN KEY (business_id, bank_account_id) REFERENCES bank_accounts (business_id, id)
);

-- Where transactions come from: a feed, or files. Several may back one bank account.
CREATE TABLE external_accounts (
  business_id                      uuid NOT NULL,
  id                               uuid NOT NULL,
  bank_account_id                  uuid NOT NULL,
  external_id                      text NOT NULL,
  source                           text NOT NULL,
  account_name                     text NOT NULL,
  account_type                     text NOT NULL,
  account_subtype                  text NOT NULL,
  mask                             text,
  institution_id                   uuid,
  latest_balance                   bigint,
  latest_balance_at                timestamptz(3),
  latest_balance_created_at        timestamptz(3),
  connection_needs_repair_as_of    timestamptz(3),
  requires_user_confirmation_as_of timestamptz(3),
  reconnect_with_new_credentials   boolean NOT NULL DEFAULT false,
  connection_id                    uuid,
  connection_external_id           text,
  user_created                     boolean NOT NULL DEFAULT false,
  is_syncing                       boolean NOT NULL DEFAULT false,
  show_transactions_on_or_after    timestamptz(3),
  show_transactions_on_or_before   timestamptz(3),
  archived_at                      timestamptz(3),
  version                          bigint NOT NULL DEFAULT 1,
  created_at                       timestamptz(3) NOT NULL,
  updated_at                       timestamptz(3) NOT NULL,
  PRIMARY KEY (business_id, id),
  FOREIGN KEY (business_id, bank_account_id) REFERENCES bank_accounts (business_id, id),
  FOREIGN KEY (business_id, institution_id) REFERENCES institutions (business_id, id),
  CHECK ((latest_balance IS NULL) = (latest_balance_at IS NULL)),
  CHECK ((latest_balance IS NULL) = (latest_balance_created_at IS NULL)),
  CHECK (latest_balance BETWEEN -9007199254740991 AND 9007199254740991),
  CHECK (show_transactions_on_or_after <= show_transactions_on_or_before)
);
CREATE UNIQUE INDEX external_accounts_external_id ON external_accounts (business_id, source, external_id);
CREATE INDEX external_accounts_by_bank_account ON external_accounts (business_id, bank_account_id, created_at, id);

-- What the transactions of an external account come to, moved along with each change of one: counters, not counts.
-- Sums count money in as positive, money out as negative.
CREATE TABLE external_account_totals (
  business_id         uuid NOT NULL,
  external_account_id uuid NOT NULL,
  transaction_count   bigint NOT NULL DEFAULT 0,
  transaction_sum     bigint NOT NULL DEFAULT 0,
  uncategorized_count bigint NOT NULL DEFAULT 0,
  uncategorized_sum   bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (business_id, external_account_id),
  FOREIGN KEY (business_id, external_account_id) REFERENCES external_accounts (business_id, id)
);

-- What stood on the account before its first transaction: money, or, negative, debt. One at a time; those taken back stay.
CREATE TABLE opening_balances (
  business_id         uuid NOT NULL,
  id                  uuid NOT NULL,
  external_account_id uuid NOT NULL,
  balance             bigint NOT NULL CHECK (balance BETWEEN -9007199254740991 AND 9007199254740991),
  effective_at        timestamptz(3) NOT NULL,
  memo                text,
  posting_key         text,
  created_at          timestamptz(3) NOT NULL,
  deleted_at          timestamptz(3),
  PRIMARY KEY (business_id, id),
  FOREIGN KEY (business_id, external_account_id) REFERENCES external_accounts (business_id, id),
  -- Nothing is posted for nothing.
  CHECK ((balance = 0) = (posting_key IS NULL))
);
CREATE UNIQUE INDEX opening_balances_live ON opening_balances (business_id, external_account_id) WHERE deleted_at IS NULL;
