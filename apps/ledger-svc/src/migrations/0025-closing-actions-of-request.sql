-- outside of a transaction
CREATE INDEX CONCURRENTLY closing_actions_of_request ON closing_actions (business_id, request_id);
