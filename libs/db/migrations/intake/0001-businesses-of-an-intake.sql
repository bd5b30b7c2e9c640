-- The businesses of a transaction that takes in events of several. Without them no row exists for it.
CREATE FUNCTION app_business_ids() RETURNS uuid[] LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT nullif(current_setting('app.business_ids', true), '')::uuid[] $$;
