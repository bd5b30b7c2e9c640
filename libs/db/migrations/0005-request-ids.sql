-- The id of the request that a transaction works for, which tables of resources have as a default. No index is made on it
-- here, and no row of before has one.
CREATE FUNCTION app_request_id() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT nullif(current_setting('app.request_id', true), '') $$;
