-- Whether a business is known here to be somebody else's. A service that knows whose businesses are says so in its own
-- functions; one that has no businesses refuses none.
CREATE FUNCTION is_foreign_business_v1(p_client_id uuid, p_business_id uuid) RETURNS boolean LANGUAGE sql STABLE
  AS $$ SELECT false $$;
