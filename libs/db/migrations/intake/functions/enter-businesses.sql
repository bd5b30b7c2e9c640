-- Limits a transaction to the rows of these businesses, as the role whose policies know no others. Role and settings end with
-- the transaction. p_lock_timeout_ms is how long a statement waits for a lock before it fails; 0 for as long as it takes.
CREATE OR REPLACE FUNCTION enter_businesses_v1(p_business_ids uuid[], p_request_id text, p_lock_timeout_ms int) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  SET LOCAL ROLE {{intake}};
  PERFORM set_config('app.client_id', '', true), set_config('app.business_id', '', true),
          set_config('app.business_ids', p_business_ids::text, true), set_config('app.request_id', p_request_id, true),
          set_config('lock_timeout', p_lock_timeout_ms::text, true);
END $$;
