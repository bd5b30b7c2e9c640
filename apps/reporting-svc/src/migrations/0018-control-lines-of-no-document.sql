-- outside of a transaction
CREATE INDEX CONCURRENTLY entry_lines_of_no_document ON entry_lines (business_id, control, party_id)
  WHERE control IN ('ACCOUNTS_RECEIVABLE', 'ACCOUNTS_PAYABLE') AND document_id IS NULL;
