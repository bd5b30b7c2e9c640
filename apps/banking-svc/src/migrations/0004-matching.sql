-- What a transaction could be matched to besides other transactions: entries of the journal that stand on a bank
-- account, and the documents of other services. Fed by events; a row changes only to a newer version of itself.
-- `ledger_account_id` is the bank account's that the candidate stands on already (then a match posts nothing), null for
-- documents, which left their amount in `clearing_account_id`. `direction` is the bank's view, as of a transaction.
-- `allocations` divides the amount of a document by the tags that its parts carry; empty where a match posts nothing.
CREATE TABLE match_candidates (
  business_id          uuid NOT NULL,
  id                   uuid NOT NULL,
  match_type           text NOT NULL CHECK (match_type IN
    ('JOURNAL_ENTRY', 'INVOICE_PAYMENT', 'REFUND_PAYMENT', 'BILL_PAYMENT', 'EXPENSE', 'PAYOUT')),
  -- The document or the entry; one entry can stand on several bank accounts, or twice on one: there `id` is its line's.
  subject_id           uuid NOT NULL,
  ledger_account_id    uuid,
  clearing_account_id  uuid,
  direction            text NOT NULL CHECK (direction IN ('CREDIT', 'DEBIT')),
  amount               bigint NOT NULL CHECK (amount > 0),
  date                 timestamptz(3) NOT NULL,
  day                  date NOT NULL,
  description          text NOT NULL,
  counterparty_name    text,
  customer_id          uuid,
  customer_external_id text,
  vendor_id            uuid,
  vendor_external_id   text,
  allocations          jsonb NOT NULL DEFAULT '[]',
  is_open              boolean NOT NULL,
  match_id             uuid,
  version              bigint NOT NULL,
  PRIMARY KEY (business_id, id),
  CHECK ((ledger_account_id IS NULL) <> (clearing_account_id IS NULL))
);
CREATE INDEX match_candidates_open ON match_candidates (business_id, direction, amount, day)
  WHERE is_open AND match_id IS NULL;
-- What waits and could be the other side of a transfer.
CREATE INDEX bank_transactions_transfers ON bank_transactions (business_id, direction, amount, day, bank_account_id)
  WHERE status = 'READY_FOR_INPUT';
CREATE INDEX match_candidates_by_subject ON match_candidates (business_id, subject_id);

-- What was matched to what. Ended ones stay, as postings of theirs do.
CREATE TABLE matches (
  business_id               uuid NOT NULL,
  id                        uuid NOT NULL,
  match_type                text NOT NULL,
  -- For a TRANSFER the transaction of the sending account, else the one that was matched.
  transaction_id            uuid NOT NULL,
  counterpart_id            uuid,
  candidate_id              uuid,
  posting_key               text,
  created_at                timestamptz(3) NOT NULL,
  ended_at                  timestamptz(3),
  PRIMARY KEY (business_id, id),
  FOREIGN KEY (business_id, transaction_id) REFERENCES bank_transactions (business_id, id),
  FOREIGN KEY (business_id, counterpart_id) REFERENCES bank_transactions (business_id, id),
  FOREIGN KEY (business_id, candidate_id) REFERENCES match_candidates (business_id, id),
  CHECK ((match_type = 'TRANSFER') = (counterpart_id IS NOT NULL)),
  CHECK ((match_type = 'TRANSFER') = (candidate_id IS NULL))
);
CREATE UNIQUE INDEX matches_live_transaction ON matches (business_id, transaction_id) WHERE ended_at IS NULL;
CREATE UNIQUE INDEX matches_live_counterpart ON matches (business_id, counterpart_id) WHERE ended_at IS NULL AND counterpart_id IS NOT NULL;
CREATE UNIQUE INDEX matches_live_candidate ON matches (business_id, candidate_id) WHERE ended_at IS NULL AND candidate_id IS NOT NULL;
