-- outside of a transaction
-- Lines of before, which name their document and no party.
CREATE INDEX CONCURRENTLY entry_lines_of_document_alone ON entry_lines (business_id, control, document_id)
  WHERE control IS NOT NULL AND document_id IS NOT NULL AND party_id = '00000000-0000-0000-0000-000000000000';
