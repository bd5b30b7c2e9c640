-- Exported documents whose files are in the file store under <business_id>/<document_id>. The row comes first: whatever
-- becomes of the process, no file is left that nobody knows of. stored_at is null until the file is there as a whole,
-- removed_at until it is gone. No part of the read models: a rebuild leaves it alone.
CREATE TABLE documents (
  business_id   uuid NOT NULL,
  document_id   uuid NOT NULL,
  document_type text NOT NULL CHECK (document_type IN (
                  'AP_AGING_REPORT', 'AR_AGING_REPORT', 'TRIAL_BALANCE_REPORT', 'PROFIT_AND_LOSS_REPORT',
                  'BALANCE_SHEET_REPORT', 'CASHFLOW_STATEMENT_REPORT', 'GENERAL_LEDGER_REPORT')),
  file_name     text NOT NULL,
  file_type     text NOT NULL,
  created_at    timestamptz(3) NOT NULL,
  stored_at     timestamptz(3),
  removed_at    timestamptz(3),
  PRIMARY KEY (business_id, document_id)
);
CREATE INDEX documents_in_store ON documents (created_at) WHERE removed_at IS NULL;

ALTER TABLE documents ENABLE ROW LEVEL SECURITY;
ALTER TABLE documents FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON documents TO {{app}} USING (business_id = app_business_id())
  WITH CHECK (business_id = app_business_id());
CREATE POLICY housekeeping ON documents TO {{relay}} USING (true);
GRANT SELECT, INSERT, UPDATE (stored_at), DELETE ON documents TO {{app}};
-- Whoever keeps house sees when a file was made, and not what it is.
GRANT SELECT (business_id, document_id, created_at, removed_at), UPDATE (removed_at) ON documents TO {{relay}};
