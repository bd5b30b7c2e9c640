-- Vendors and customers are searched alike. p_kind is what tags call them, VENDOR or CUSTOMER.

-- Where they are kept; null for anything else, so that no other table can be read by these functions.
CREATE OR REPLACE FUNCTION contact_table_v1(p_kind text) RETURNS text LANGUAGE sql IMMUTABLE
  AS $$ SELECT CASE p_kind WHEN 'VENDOR' THEN 'vendors' WHEN 'CUSTOMER' THEN 'customers' END $$;

-- A list of texts or ids of a filter, as the literal of an array; null where there is none.
CREATE OR REPLACE FUNCTION filter_list_v1(p_filter jsonb, p_name text) RETURNS text LANGUAGE sql IMMUTABLE
  AS $$ SELECT quote_literal(array_agg(value)::text) FROM jsonb_array_elements_text(p_filter -> p_name) AS value $$;

-- What a filter asks of a contact c, as SQL: whose it is, what the planner can tell the frequency of, and texts. Each value
-- becomes a literal, so that the planner knows it and nothing of it is ever read as SQL; what a filter leaves out is null
-- and drops out. Tags are looked up for each contact where most of them are walked through (p_walks), else once for all.
CREATE OR REPLACE FUNCTION contact_conditions_v1(
  p_kind text, p_business_id uuid, p_filter jsonb, p_walks boolean, OUT owned text, OUT exact text, OUT texts text
) LANGUAGE plpgsql STABLE AS $$
DECLARE
  business text := quote_nullable(p_business_id) || '::uuid';
BEGIN
  owned := 'c.business_id = ' || business;
  exact := nullif(concat_ws(' AND ',
    'c.archived_at IS ' || CASE p_filter ->> 'status' WHEN 'ARCHIVED' THEN 'NOT NULL' WHEN 'ACTIVE' THEN 'NULL' END,
    'c.external_id = ' || quote_literal(p_filter ->> 'external_id'),
    'c.reference_number = ANY (' || filter_list_v1(p_filter, 'reference_numbers') || '::text[])',
    'lower(c.email) = lower(' || quote_literal(p_filter ->> 'email') || ')',
    contact_tag_condition_v1(p_kind, business, filter_list_v1(p_filter, 'definition_ids'), p_walks),
    contact_balance_condition_v1(p_kind, business, (p_filter ->> 'has_balance')::boolean, p_walks)
  ), '');
  SELECT string_agg('c.texts ILIKE ' || quote_literal(value), ' AND ') INTO texts
    FROM jsonb_array_elements_text(p_filter -> 'likes') AS value;
END $$;

-- Contacts that carry one of the tag values.
CREATE OR REPLACE FUNCTION contact_tag_condition_v1(p_kind text, p_business text, p_ids text, p_walks boolean) RETURNS text
  LANGUAGE sql IMMUTABLE AS $$
  SELECT format(
    CASE WHEN p_walks THEN
      'EXISTS (SELECT FROM applied_tags g
         WHERE g.business_id = %1$s AND g.entity_id = c.id AND g.definition_id = ANY (%2$s::uuid[]))'
    ELSE
      'c.id = ANY (ARRAY(SELECT g.entity_id FROM applied_tags g
         WHERE g.business_id = %1$s AND g.definition_id = ANY (%2$s::uuid[]) AND g.entity_type = %3$L))'
    END, p_business, p_ids, p_kind)
   WHERE p_ids IS NOT NULL
$$;

-- Contacts whose balance is other than 0, or is not.
CREATE OR REPLACE FUNCTION contact_balance_condition_v1(p_kind text, p_business text, p_has boolean, p_walks boolean)
  RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT format(
    CASE WHEN p_walks OR NOT p_has THEN
      '%3$s EXISTS (SELECT FROM contact_balances b
         WHERE b.business_id = %1$s AND b.contact_id = c.id AND b.has_balance)'
    ELSE
      'c.id = ANY (ARRAY(SELECT b.contact_id FROM contact_balances b
         WHERE b.business_id = %1$s AND b.kind = %2$L AND b.has_balance))'
    END, p_business, p_kind, CASE WHEN p_has THEN '' ELSE 'NOT' END)
   WHERE p_has IS NOT NULL
$$;

-- The contacts of the tenant that a filter matches, as what follows FROM. Under row-level security the planner knows
-- nothing of texts and takes each of them to be rare, though every contact may have it: so where the rest of the filter
-- leaves few, those are read, and their texts compared. p_most is what the caller makes use of, null for all.
CREATE OR REPLACE FUNCTION matching_contacts_v1(p_kind text, p_filter jsonb, p_most int) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  few CONSTANT int := least(p_most, 2000);
  kept CONSTANT text := contact_table_v1(p_kind);
  asked record := contact_conditions_v1(p_kind, app_business_id(), p_filter, false);
  found int;
BEGIN
  IF asked.exact IS NOT NULL AND asked.texts IS NOT NULL THEN
    EXECUTE format('SELECT count(*) FROM (SELECT FROM %I c WHERE %s AND %s LIMIT %s) AS first_ones',
                   kept, asked.owned, asked.exact, few + 1) INTO found;
    IF found <= few THEN
      RETURN format('(SELECT * FROM %I c WHERE %s AND %s OFFSET 0) c WHERE %s',
                    kept, asked.owned, asked.exact, asked.texts);
    END IF;
  END IF;
  RETURN format('%I c WHERE %s', kept, concat_ws(' AND ', asked.owned, asked.exact, asked.texts));
END $$;

-- How many contacts of the tenant the filter matches.
CREATE OR REPLACE FUNCTION count_contacts_v1(p_kind text, p_filter jsonb) RETURNS bigint
  LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp SET max_parallel_workers_per_gather = 0 AS $$
DECLARE
  found bigint;
BEGIN
  EXECUTE 'SELECT count(*) FROM ' || matching_contacts_v1(p_kind, p_filter, NULL) INTO found;
  RETURN found;
END $$;

-- What sorts contacts: an expression of an index, and the type that a cursor's text is of.
CREATE OR REPLACE FUNCTION contact_order_v1(p_sort text, OUT key text, OUT type text) LANGUAGE sql IMMUTABLE AS $$
  SELECT o.key, o.type
    FROM (VALUES ('name', 'left(c.name, 200) COLLATE "C"', 'text COLLATE "C"'),
                 ('created_at', 'c.created_at', 'timestamptz')) AS o(sort, key, type)
   WHERE o.sort = p_sort
$$;

-- What lies after a position in an order; all of it where there is none.
CREATE OR REPLACE FUNCTION after_position_v1(
  p_key text, p_id text, p_type text, p_descending boolean, p_after_key text, p_after_id uuid
) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_after_id IS NULL THEN 'true' ELSE
    format('(%s, %s) %s (%L::%s, %L::uuid)', p_key, p_id, CASE WHEN p_descending THEN '<' ELSE '>' END,
           p_after_key, p_type, p_after_id) END
$$;

-- The next contacts of the tenant after a position, where few match: all of them are found, then sorted. `found` is how
-- many there are in all, counted no further than one beyond p_most: then there are too many for this. It comes with a row
-- without id where there is no other.
CREATE OR REPLACE FUNCTION gather_contacts_v1(
  p_kind text, p_filter jsonb, p_sort text, p_descending boolean, p_after_key text, p_after_id uuid, p_limit int,
  p_most int
) RETURNS TABLE (id uuid, sort_key text, found bigint)
  LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp SET max_parallel_workers_per_gather = 0 AS $$
DECLARE
  sorted record := contact_order_v1(p_sort);
BEGIN
  RETURN QUERY EXECUTE format(
    'WITH matching AS MATERIALIZED (SELECT c.id, %1$s AS key FROM %2$s),
          few AS MATERIALIZED (SELECT m.id, m.key FROM matching m LIMIT %6$s)
     SELECT p.id, p.key::text, n.found
       FROM (SELECT count(*) AS found FROM few) n
       LEFT JOIN (SELECT f.id, f.key FROM few f WHERE %3$s ORDER BY f.key %4$s, f.id %4$s LIMIT %5$s) p ON true
      ORDER BY p.key %4$s, p.id %4$s',
    sorted.key, matching_contacts_v1(p_kind, p_filter, p_most),
    after_position_v1('f.key', 'f.id', sorted.type, p_descending, p_after_key, p_after_id),
    CASE WHEN p_descending THEN 'DESC' ELSE 'ASC' END, p_limit, p_most + 1);
END $$;

-- The same where many match: contacts are walked through in order until there are enough. Other plans are ruled out, since
-- what the planner believes of a text is often far from the truth.
CREATE OR REPLACE FUNCTION walk_contacts_v1(
  p_kind text, p_filter jsonb, p_sort text, p_descending boolean, p_after_key text, p_after_id uuid, p_limit int
) RETURNS TABLE (id uuid, sort_key text)
  LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp SET max_parallel_workers_per_gather = 0
  SET enable_sort = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  sorted record := contact_order_v1(p_sort);
  asked record := contact_conditions_v1(p_kind, app_business_id(), p_filter, true);
BEGIN
  RETURN QUERY EXECUTE format(
    'SELECT c.id, (%1$s)::text FROM %6$I c WHERE %2$s AND %3$s ORDER BY %1$s %4$s, c.id %4$s LIMIT %5$s',
    sorted.key, concat_ws(' AND ', asked.owned, asked.exact, asked.texts),
    after_position_v1(sorted.key, 'c.id', sorted.type, p_descending, p_after_key, p_after_id),
    CASE WHEN p_descending THEN 'DESC' ELSE 'ASC' END, p_limit, contact_table_v1(p_kind));
END $$;

REVOKE ALL ON FUNCTION count_contacts_v1, gather_contacts_v1, walk_contacts_v1 FROM PUBLIC;
GRANT EXECUTE ON FUNCTION count_contacts_v1, gather_contacts_v1, walk_contacts_v1 TO {{app}};
