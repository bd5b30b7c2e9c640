-- A list of texts or ids of a filter, as the literal of an array; null where there is none.
CREATE OR REPLACE FUNCTION filter_list_v1(p_filter jsonb, p_name text) RETURNS text LANGUAGE sql IMMUTABLE
  AS $$ SELECT quote_literal(array_agg(value)::text) FROM jsonb_array_elements_text(p_filter -> p_name) AS value $$;

-- What a filter asks of a transaction t, as SQL: whose it is, what the planner can tell the frequency of, and texts. Each
-- value becomes a literal, so that the planner knows it and nothing of it is ever read as SQL; what a filter leaves out is
-- null and drops out. What is found in other tables is looked up for each transaction where most of them are walked
-- through (p_walks), else once for all.
CREATE OR REPLACE FUNCTION transaction_conditions_v1(
  p_business_id uuid, p_filter jsonb, p_walks boolean, OUT owned text, OUT exact text, OUT texts text
) LANGUAGE plpgsql STABLE AS $$
DECLARE
  business text := quote_nullable(p_business_id) || '::uuid';
  -- Who goes by that external id now; ids are what transactions name.
  customers_called text := (SELECT quote_literal(coalesce(array_agg(c.id), '{}')::text) FROM customers c
                             WHERE c.business_id = p_business_id AND c.external_id = p_filter ->> 'customer_external_id');
  vendors_called text := (SELECT quote_literal(coalesce(array_agg(v.id), '{}')::text) FROM vendors v
                           WHERE v.business_id = p_business_id AND v.external_id = p_filter ->> 'vendor_external_id');
  word jsonb;
BEGIN
  owned := 't.business_id = ' || business;
  exact := nullif(concat_ws(' AND ',
    't.date >= ' || quote_literal(p_filter ->> 'from') || '::timestamptz',
    't.date < ' || quote_literal(p_filter ->> 'before') || '::timestamptz',
    't.amount >= ' || quote_literal(p_filter ->> 'amount_min') || '::bigint',
    't.amount <= ' || quote_literal(p_filter ->> 'amount_max') || '::bigint',
    't.direction = ' || quote_literal(p_filter ->> 'direction'),
    't.status = ANY (' || filter_list_v1(p_filter, 'statuses') || '::text[])',
    't.is_excluded = ' || (p_filter ->> 'is_excluded')::boolean,
    't.rule_id = ' || quote_literal(p_filter ->> 'rule_id') || '::uuid',
    't.reference_number = ANY (' || filter_list_v1(p_filter, 'reference_numbers') || '::text[])',
    't.memo = ' || quote_literal(p_filter ->> 'memo') || ' AND hashtextextended(t.memo, 0) = hashtextextended('
      || quote_literal(p_filter ->> 'memo') || '::text, 0)',
    't.external_account_id = ANY (' || filter_list_v1(p_filter, 'external_account_ids') || '::uuid[])',
    't.bank_account_id = ANY (' || filter_list_v1(p_filter, 'bank_account_ids') || '::uuid[])',
    't.source_account_id = ANY (' || filter_list_v1(p_filter, 'source_account_ids') || '::text[])',
    't.source_transaction_id = ANY (' || filter_list_v1(p_filter, 'external_ids') || '::text[])',
    't.customer_id = ' || quote_literal(p_filter ->> 'customer_id') || '::uuid',
    CASE WHEN p_filter ? 'customer_external_id' THEN 't.customer_id = ANY (' || customers_called || '::uuid[])' END,
    't.vendor_id = ' || quote_literal(p_filter ->> 'vendor_id') || '::uuid',
    CASE WHEN p_filter ? 'vendor_external_id' THEN 't.vendor_id = ANY (' || vendors_called || '::uuid[])' END,
    't.counterparty_id = ' || quote_literal(p_filter ->> 'counterparty_id') || '::uuid',
    't.counterparty_id IS ' || CASE (p_filter ->> 'has_counterparty')::boolean WHEN true THEN 'NOT NULL' WHEN false THEN 'NULL' END,
    category_condition_v1(business, filter_list_v1(p_filter, 'category_ids'), p_walks),
    tag_condition_v1(business, filter_list_v1(p_filter, 'definition_ids'), p_walks)
  ), '');
  texts := nullif(concat_ws(' AND ',
    't.description ILIKE ' || quote_literal(p_filter ->> 'description_like'),
    't.description ~ ' || quote_literal(p_filter ->> 'description_regex'),
    't.merchant_name ILIKE ' || quote_literal(p_filter ->> 'merchant_name_like'),
    't.merchant_name ~ ' || quote_literal(p_filter ->> 'merchant_name_regex'),
    't.memo ILIKE ' || quote_literal(p_filter ->> 'memo_like')
  ), '');
  FOR word IN SELECT jsonb_array_elements(p_filter -> 'words') LOOP
    texts := concat_ws(' AND ', texts, '(' || concat_ws(' OR ',
      't.description ILIKE ' || quote_literal(word ->> 'like'),
      't.counterparty_name ILIKE ' || quote_literal(word ->> 'like'),
      category_condition_v1(business, filter_list_v1(word, 'category_ids'), p_walks),
      CASE WHEN (word ->> 'is_exclusion')::boolean THEN 't.is_excluded' END,
      '(t.amount = ' || quote_literal(word ->> 'amount') || '::bigint' ||
        coalesce(' AND t.direction = ' || quote_literal(word ->> 'direction'), '') || ')') || ')');
  END LOOP;
END $$;

-- Transactions of one of the categories, or with a part of one.
CREATE OR REPLACE FUNCTION category_condition_v1(p_business text, p_ids text, p_walks boolean) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT format(
    CASE WHEN p_walks THEN
      '(t.category_account_id = ANY (%2$s::uuid[]) OR t.status = ''SPLIT'' AND EXISTS (SELECT FROM split_entries s
         WHERE s.business_id = %1$s AND s.transaction_id = t.id AND s.category_account_id = ANY (%2$s::uuid[])))'
    ELSE
      '(t.category_account_id = ANY (%2$s::uuid[]) OR t.id = ANY (ARRAY(SELECT s.transaction_id FROM split_entries s
         WHERE s.business_id = %1$s AND s.category_account_id = ANY (%2$s::uuid[]))))'
    END, p_business, p_ids)
   WHERE p_ids IS NOT NULL
$$;

-- Transactions that carry one of the tag values, themselves or in a part.
CREATE OR REPLACE FUNCTION tag_condition_v1(p_business text, p_ids text, p_walks boolean) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT format(
    CASE WHEN p_walks THEN
      'EXISTS (SELECT FROM transaction_tags g
         WHERE g.business_id = %1$s AND g.transaction_id = t.id AND g.definition_id = ANY (%2$s::uuid[]))'
    ELSE
      't.id = ANY (ARRAY(SELECT g.transaction_id FROM transaction_tags g
         WHERE g.business_id = %1$s AND g.definition_id = ANY (%2$s::uuid[])))'
    END, p_business, p_ids)
   WHERE p_ids IS NOT NULL
$$;

-- The transactions of the tenant that a filter matches, as what follows FROM. Under row-level security the planner knows
-- nothing of texts and takes each of them to be rare, though it may be in every transaction: so where the rest of the
-- filter leaves few, those are read, and their texts compared. p_most is what the caller makes use of, null for all: tests
-- give little, and meet both ways.
CREATE OR REPLACE FUNCTION matching_transactions_v1(p_filter jsonb, p_most int) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  few CONSTANT int := least(p_most, 2000);
  asked record := transaction_conditions_v1(app_business_id(), p_filter, false);
  found int;
BEGIN
  IF asked.exact IS NOT NULL AND asked.texts IS NOT NULL THEN
    EXECUTE format('SELECT count(*) FROM (SELECT FROM bank_transactions t WHERE %s AND %s LIMIT %s) AS first_ones',
                   asked.owned, asked.exact, few + 1) INTO found;
    IF found <= few THEN
      RETURN format('(SELECT * FROM bank_transactions t WHERE %s AND %s OFFSET 0) t WHERE %s',
                    asked.owned, asked.exact, asked.texts);
    END IF;
  END IF;
  RETURN 'bank_transactions t WHERE ' || concat_ws(' AND ', asked.owned, asked.exact, asked.texts);
END $$;

-- How many transactions of the tenant the filter matches.
CREATE OR REPLACE FUNCTION count_bank_transactions_v1(p_filter jsonb) RETURNS bigint
  LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp SET max_parallel_workers_per_gather = 0 AS $$
DECLARE
  found bigint;
BEGIN
  EXECUTE 'SELECT count(*) FROM ' || matching_transactions_v1(p_filter, NULL) INTO found;
  RETURN found;
END $$;

-- What sorts transactions: an expression of an index, and the type that a cursor's text is of.
CREATE OR REPLACE FUNCTION transaction_order_v1(p_sort text, OUT key text, OUT type text) LANGUAGE sql IMMUTABLE AS $$
  SELECT o.key, o.type
    FROM (VALUES ('date', 't.date', 'timestamptz'), ('amount', 't.amount', 'bigint'),
                 ('name', 'left(t.description, 200) COLLATE "C"', 'text COLLATE "C"'),
                 ('counterparty_name', 'left(coalesce(t.counterparty_name, ''''), 200) COLLATE "C"', 'text COLLATE "C"')
         ) AS o(sort, key, type)
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

-- The next transactions of the tenant after a position, where few match: all of them are found, then sorted. `found` is how
-- many there are in all, counted no further than one beyond p_most: then there are too many for this. It comes with a row
-- without id where there is no other. The query for all of them is planned as one for all, and read only that far.
CREATE OR REPLACE FUNCTION gather_bank_transactions_v1(
  p_filter jsonb, p_sort text, p_descending boolean, p_after_key text, p_after_id uuid, p_limit int, p_most int
) RETURNS TABLE (id uuid, sort_key text, found bigint)
  LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp SET max_parallel_workers_per_gather = 0 AS $$
DECLARE
  sorted record := transaction_order_v1(p_sort);
BEGIN
  RETURN QUERY EXECUTE format(
    'WITH matching AS MATERIALIZED (SELECT t.id, %1$s AS key FROM %2$s),
          few AS MATERIALIZED (SELECT m.id, m.key FROM matching m LIMIT %6$s)
     SELECT p.id, p.key::text, c.found
       FROM (SELECT count(*) AS found FROM few) c
       LEFT JOIN (SELECT f.id, f.key FROM few f WHERE %3$s ORDER BY f.key %4$s, f.id %4$s LIMIT %5$s) p ON true
      ORDER BY p.key %4$s, p.id %4$s',
    sorted.key, matching_transactions_v1(p_filter, p_most),
    after_position_v1('f.key', 'f.id', sorted.type, p_descending, p_after_key, p_after_id),
    CASE WHEN p_descending THEN 'DESC' ELSE 'ASC' END, p_limit, p_most + 1);
END $$;

-- The same where many match: transactions are walked through in order until there are enough. Other plans are ruled out,
-- since what the planner believes of a text is often far from the truth.
CREATE OR REPLACE FUNCTION walk_bank_transactions_v1(
  p_filter jsonb, p_sort text, p_descending boolean, p_after_key text, p_after_id uuid, p_limit int
) RETURNS TABLE (id uuid, sort_key text)
  LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp SET max_parallel_workers_per_gather = 0
  SET enable_sort = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  sorted record := transaction_order_v1(p_sort);
  asked record := transaction_conditions_v1(app_business_id(), p_filter, true);
BEGIN
  RETURN QUERY EXECUTE format(
    'SELECT t.id, (%1$s)::text FROM bank_transactions t WHERE %2$s AND %3$s ORDER BY %1$s %4$s, t.id %4$s LIMIT %5$s',
    sorted.key, concat_ws(' AND ', asked.owned, asked.exact, asked.texts),
    after_position_v1(sorted.key, 't.id', sorted.type, p_descending, p_after_key, p_after_id),
    CASE WHEN p_descending THEN 'DESC' ELSE 'ASC' END, p_limit);
END $$;

REVOKE ALL ON FUNCTION count_bank_transactions_v1, gather_bank_transactions_v1, walk_bank_transactions_v1 FROM PUBLIC;
GRANT EXECUTE ON FUNCTION count_bank_transactions_v1, gather_bank_transactions_v1, walk_bank_transactions_v1 TO {{app}};
