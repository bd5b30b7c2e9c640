-- The ids that banks give the lines of their statements, in each format, and which transaction each line is. A transaction
-- that came in otherwise gets its id here when a statement tells of it: then another line of the same content, but with
-- another id, is another transaction.
CREATE TABLE statement_line_ids (
  business_id         uuid NOT NULL,
  external_account_id uuid NOT NULL,
  format              text NOT NULL,
  bank_id             text NOT NULL,
  transaction_id      uuid NOT NULL,
  PRIMARY KEY (business_id, external_account_id, format, bank_id, transaction_id),
  FOREIGN KEY (business_id, transaction_id) REFERENCES bank_transactions (business_id, id)
);
CREATE INDEX statement_line_ids_by_transaction ON statement_line_ids (business_id, transaction_id);

ALTER TABLE statement_line_ids ENABLE ROW LEVEL SECURITY;
ALTER TABLE statement_line_ids FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON statement_line_ids TO {{app}}
  USING (business_id = app_business_id()) WITH CHECK (business_id = app_business_id());
GRANT SELECT, INSERT ON statement_line_ids TO {{app}};
