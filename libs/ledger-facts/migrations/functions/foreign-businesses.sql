-- A copy says whose a business is once it is here. Of one that is not, the ledger is asked when it is met.
CREATE OR REPLACE FUNCTION is_foreign_business_v1(p_client_id uuid, p_business_id uuid) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (SELECT FROM businesses b WHERE b.business_id = p_business_id AND b.client_id <> p_client_id);
END $$;
