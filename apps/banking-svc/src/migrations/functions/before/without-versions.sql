-- What the version before calls: its functions had no version in their names. Each is the one that came after it.
-- When these expire, so do those of before that only other functions called, and that databases of then still have:
-- filter_list, transaction_conditions, category_condition, tag_condition, matching_transactions, transaction_order,
-- after_position, check_postings.

CREATE OR REPLACE FUNCTION gather_bank_transactions(
  p_filter jsonb, p_sort text, p_descending boolean, p_after_key text, p_after_id uuid, p_limit int, p_most int
) RETURNS TABLE (id uuid, sort_key text, found bigint)
LANGUAGE sql STABLE AS $$
  SELECT * FROM gather_bank_transactions_v1(p_filter, p_sort, p_descending, p_after_key, p_after_id, p_limit,
    p_most)
$$;

CREATE OR REPLACE FUNCTION walk_bank_transactions(
  p_filter jsonb, p_sort text, p_descending boolean, p_after_key text, p_after_id uuid, p_limit int
) RETURNS TABLE (id uuid, sort_key text)
LANGUAGE sql STABLE AS $$
  SELECT * FROM walk_bank_transactions_v1(p_filter, p_sort, p_descending, p_after_key, p_after_id, p_limit)
$$;

CREATE OR REPLACE FUNCTION count_bank_transactions(p_filter jsonb) RETURNS bigint
LANGUAGE sql STABLE AS $$
  SELECT count_bank_transactions_v1(p_filter)
$$;

CREATE OR REPLACE FUNCTION check_banking(p_client_id uuid, p_business_id uuid) RETURNS TABLE (invariant text, detail text)
LANGUAGE sql STABLE AS $$
  SELECT * FROM check_banking_v1(p_client_id, p_business_id)
$$;
