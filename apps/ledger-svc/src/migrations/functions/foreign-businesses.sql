-- The ledger has all businesses: one that it does not have does not exist.
CREATE OR REPLACE FUNCTION is_foreign_business_v1(p_client_id uuid, p_business_id uuid) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN NOT EXISTS (SELECT FROM businesses b WHERE b.id = p_business_id AND b.client_id = p_client_id);
END $$;
