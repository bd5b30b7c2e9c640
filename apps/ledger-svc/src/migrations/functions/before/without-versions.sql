-- What the version before calls: its functions had no version in their names. Each is the one that came after it.
-- When these expire, so do those of before that only other functions called, and that databases of then still have:
-- tagged_account_totals, client_lock, check_closings, closing_balances_of_all, closing_balances_by_value,
-- closing_balances_of_lines, counted_lines, account_line_count_between, watch_journal_total, add_to_day_blocks,
-- day_needs_blocks, make_day_blocks.

CREATE OR REPLACE FUNCTION lock_books_for_change(p_business_id uuid) RETURNS void
LANGUAGE sql AS $$
  SELECT lock_books_for_change_v1(p_business_id)
$$;

CREATE OR REPLACE FUNCTION lock_books_for_posting(p_business_id uuid) RETURNS void
LANGUAGE sql AS $$
  SELECT lock_books_for_posting_v1(p_business_id)
$$;

CREATE OR REPLACE FUNCTION share_client() RETURNS void
LANGUAGE sql AS $$
  SELECT share_client_v1()
$$;

CREATE OR REPLACE FUNCTION lock_client_for_change() RETURNS void
LANGUAGE sql AS $$
  SELECT lock_client_for_change_v1()
$$;

CREATE OR REPLACE FUNCTION account_totals(
  p_business_id uuid, p_other_basis text, p_before timestamptz, p_definition_ids uuid[] DEFAULT NULL
) RETURNS TABLE (account_id uuid, debits bigint, credits bigint, line_count bigint)
LANGUAGE sql STABLE AS $$
  SELECT * FROM account_totals_v1(p_business_id, p_other_basis, p_before, p_definition_ids)
$$;

CREATE OR REPLACE FUNCTION check_books(p_client_id uuid, p_business_id uuid) RETURNS TABLE (invariant text, detail text)
LANGUAGE sql AS $$
  SELECT * FROM check_books_v1(p_client_id, p_business_id)
$$;

CREATE OR REPLACE FUNCTION closing_balances(
  p_business_id uuid, p_account_ids uuid[], p_dimension_ids uuid[], p_narrowed_to uuid[], p_from timestamptz,
  p_before timestamptz
) RETURNS TABLE (account_id uuid, definition_ids uuid[], accrual numeric, cash numeric)
LANGUAGE sql STABLE AS $$
  SELECT * FROM closing_balances_v1(p_business_id, p_account_ids, p_dimension_ids, p_narrowed_to, p_from, p_before)
$$;

-- What remains below 2^53 of this is how much more may be posted.
CREATE OR REPLACE FUNCTION journal_debits(p_business_id uuid) RETURNS numeric
LANGUAGE sql AS $$
  SELECT balance FROM largest_balance_v1(p_business_id, NULL)
$$;

CREATE OR REPLACE FUNCTION account_line_count(
  p_business_id uuid, p_account_id uuid, p_definition_ids uuid[], p_other_basis text, p_with_reversals boolean,
  p_from timestamptz, p_before timestamptz
) RETURNS bigint
LANGUAGE sql STABLE AS $$
  SELECT account_line_count_v1(p_business_id, p_account_id, p_definition_ids, p_other_basis, p_with_reversals,
    p_from, p_before)
$$;

CREATE OR REPLACE FUNCTION account_before(
  p_business_id uuid, p_account_id uuid, p_other_basis text, p_at timestamptz, p_seq bigint, OUT debits bigint,
  OUT credits bigint, OUT line_count bigint
)
LANGUAGE sql STABLE AS $$
  SELECT * FROM account_before_v1(p_business_id, p_account_id, p_other_basis, p_at, p_seq)
$$;

CREATE OR REPLACE FUNCTION journal_entry_count(
  p_business_id uuid, p_other_basis text, p_from timestamptz, p_before timestamptz
) RETURNS bigint
LANGUAGE sql STABLE AS $$
  SELECT journal_entry_count_v1(p_business_id, p_other_basis, p_from, p_before)
$$;

CREATE OR REPLACE FUNCTION post_entries(
  p_client_id uuid, p_business_id uuid, p_books_epoch bigint, p_asked_epoch bigint, p_alone boolean,
  p_now timestamptz, p_slot smallint, p_operation text, p_key text, p_request_hash text, p_answer text,
  e_ids uuid[], e_external_ids text[], e_posting_keys text[], e_types text[], e_bases text[], e_agents text[],
  e_entry_ats timestamptz[], e_memos text[], e_metadata text[], e_references text[], e_source_types text[],
  e_source_ids text[], e_reversal_of_ids uuid[], e_line_counts integer[], r_entry_ids uuid[],
  r_tag_revisions integer[], l_ids uuid[], l_entries integer[], l_positions integer[], l_account_ids uuid[],
  l_amounts bigint[], l_directions text[], l_memos text[], l_document_ids uuid[], d_ids uuid[], d_keys text[],
  d_display_names text[], v_ids uuid[], v_dimension_ids uuid[], v_values text[], v_display_names text[],
  et_entry_ids uuid[], et_dimension_ids uuid[], et_definition_ids uuid[], et_ids uuid[], lt_line_ids uuid[],
  lt_dimension_ids uuid[], lt_definition_ids uuid[], lt_ids uuid[], o_ids uuid[], o_aggregate_ids uuid[],
  o_versions bigint[], o_subjects text[], o_events text, OUT outcome text, OUT answer text,
  OUT long_account_ids uuid[], OUT long_days date[]
)
LANGUAGE sql AS $$
  SELECT CASE p.outcomes[1] WHEN 'FORGOTTEN' THEN 'REUSED' ELSE p.outcomes[1] END, p.answers[1], p.long_account_ids, p.long_days
    FROM post_entries_v2(p_client_id, p_business_id, p_books_epoch, p_asked_epoch, p_alone, p_now, p_slot,
    ARRAY[p_operation], ARRAY[p_key], ARRAY[p_request_hash], ARRAY[p_answer], e_ids, e_external_ids, e_posting_keys,
    e_types, e_bases, e_agents, e_entry_ats, array_fill(p_now, ARRAY[cardinality(e_ids)]), e_memos, e_metadata, e_references,
    e_source_types, e_source_ids, e_reversal_of_ids, e_line_counts, '{}', r_entry_ids, r_tag_revisions, l_ids, l_entries, l_positions, l_account_ids, l_amounts, l_directions, l_memos,
    l_document_ids, '{}', '{}', d_ids, d_keys, d_display_names, v_ids, v_dimension_ids, v_values, v_display_names, et_entry_ids,
    et_dimension_ids, et_definition_ids, et_ids, lt_line_ids, lt_dimension_ids, lt_definition_ids, lt_ids, o_ids,
    o_aggregate_ids, o_versions, o_subjects, o_events, NULL, '{}', '{}') p
$$;

CREATE OR REPLACE FUNCTION seal_account_day(
  p_client_id uuid, p_business_id uuid, p_account_id uuid, p_day date, p_block_lines integer DEFAULT 1000
) RETURNS integer
LANGUAGE sql AS $$
  SELECT seal_account_day_v1(p_client_id, p_business_id, p_account_id, p_day, p_block_lines)
$$;

CREATE OR REPLACE FUNCTION change_entry_tags(
  p_business_id uuid, p_now timestamptz, c_entry_ids uuid[], c_revisions integer[], re_entry_ids uuid[],
  re_dimension_ids uuid[], re_definition_ids uuid[], rl_line_ids uuid[], rl_dimension_ids uuid[],
  rl_definition_ids uuid[], ae_entry_ids uuid[], ae_dimension_ids uuid[], ae_definition_ids uuid[], ae_ids uuid[],
  al_line_ids uuid[], al_dimension_ids uuid[], al_definition_ids uuid[], al_ids uuid[]
) RETURNS void
LANGUAGE sql AS $$
  SELECT change_entry_tags_v1(p_business_id, p_now, c_entry_ids, c_revisions, re_entry_ids, re_dimension_ids,
    re_definition_ids, rl_line_ids, rl_dimension_ids, rl_definition_ids, ae_entry_ids, ae_dimension_ids,
    ae_definition_ids, ae_ids, al_line_ids, al_dimension_ids, al_definition_ids, al_ids)
$$;
