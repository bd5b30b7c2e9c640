-- Sets the tenant of a transaction, whose rows alone exist in it from here on, and refuses a business that is not the
-- client's. Without a client it is the service itself that works for a business, without a business the client is as a
-- whole. p_request_id is what rows made from here on say that they come from; none where it is empty.
CREATE OR REPLACE FUNCTION enter_tenant_v1(p_client_id text, p_business_id text, p_request_id text DEFAULT '') RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.client_id', p_client_id, true), set_config('app.business_id', p_business_id, true),
          set_config('app.request_id', p_request_id, true);
  IF p_client_id <> '' AND p_business_id <> '' AND is_foreign_business_v1(p_client_id::uuid, p_business_id::uuid) THEN
    RAISE EXCEPTION 'There is no business %.', p_business_id USING ERRCODE = 'PA404', DETAIL = p_business_id;
  END IF;
END $$;
