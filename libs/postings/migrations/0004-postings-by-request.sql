-- outside of a transaction
CREATE INDEX CONCURRENTLY postings_by_request ON postings (business_id, request_id) WHERE request_id IS NOT NULL;
