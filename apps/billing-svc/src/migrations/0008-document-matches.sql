-- Which document a bank transaction is matched to, as banking tells: copies, kept up to date by its events; a row changes
-- only to a newer version of its transaction. One that was let go keeps its row, without a document, so that an older event
-- that comes late does not match it again. Two transactions may hold one document for as long as the event of one of them
-- is on its way; `changed_at` is when banking said so.
CREATE TABLE document_matches (
  business_id    uuid NOT NULL,
  transaction_id uuid NOT NULL,
  document_id    uuid,
  changed_at     timestamptz(3) NOT NULL,
  version        bigint NOT NULL,
  PRIMARY KEY (business_id, transaction_id)
);
CREATE INDEX document_matches_by_document ON document_matches (business_id, document_id) WHERE document_id IS NOT NULL;

ALTER TABLE document_matches ENABLE ROW LEVEL SECURITY;
ALTER TABLE document_matches FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON document_matches TO {{app}} USING (business_id = app_business_id())
  WITH CHECK (business_id = app_business_id());
GRANT SELECT, INSERT, UPDATE ON document_matches TO {{app}};
