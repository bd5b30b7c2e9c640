-- When these expire, so does watch_journal_total_v1, which only post_entries_v1 called.
-- Of one request, and lines without parties.
CREATE OR REPLACE FUNCTION post_entries_v1(
  p_client_id uuid, p_business_id uuid, p_books_epoch bigint, p_asked_epoch bigint, p_alone boolean, p_now timestamptz, p_slot smallint,
  p_operation text, p_key text, p_request_hash text, p_answer text,
  e_ids uuid[], e_external_ids text[], e_posting_keys text[], e_types text[], e_bases text[], e_agents text[],
  e_entry_ats timestamptz[], e_memos text[], e_metadata text[], e_references text[], e_source_types text[],
  e_source_ids text[], e_reversal_of_ids uuid[], e_line_counts integer[], e_asked text[],
  r_entry_ids uuid[], r_tag_revisions integer[],
  l_ids uuid[], l_entries integer[], l_positions integer[], l_account_ids uuid[], l_amounts bigint[], l_directions text[],
  l_memos text[], l_document_ids uuid[],
  d_ids uuid[], d_keys text[], d_display_names text[],
  v_ids uuid[], v_dimension_ids uuid[], v_values text[], v_display_names text[],
  et_entry_ids uuid[], et_dimension_ids uuid[], et_definition_ids uuid[], et_ids uuid[],
  lt_line_ids uuid[], lt_dimension_ids uuid[], lt_definition_ids uuid[], lt_ids uuid[],
  o_ids uuid[], o_aggregate_ids uuid[], o_versions bigint[], o_subjects text[], o_events text,
  p_request_id text, e_request_ids text[],
  OUT outcome text, OUT answer text, OUT long_account_ids uuid[], OUT long_days date[]
) LANGUAGE sql AS $$
  SELECT p.outcomes[1], p.answers[1], p.long_account_ids, p.long_days FROM post_entries_v2(
    p_client_id, p_business_id, p_books_epoch, p_asked_epoch, p_alone, p_now, p_slot, ARRAY[p_operation], ARRAY[p_key],
    ARRAY[p_request_hash], ARRAY[p_answer], e_ids, e_external_ids, e_posting_keys, e_types, e_bases, e_agents, e_entry_ats,
    array_fill(p_now, ARRAY[cardinality(e_ids)]), e_memos, e_metadata, e_references, e_source_types, e_source_ids, e_reversal_of_ids, e_line_counts,
    e_asked, r_entry_ids, r_tag_revisions, l_ids, l_entries, l_positions, l_account_ids, l_amounts,
    l_directions, l_memos, l_document_ids, '{}', '{}', d_ids, d_keys, d_display_names, v_ids, v_dimension_ids,
    v_values, v_display_names, et_entry_ids, et_dimension_ids, et_definition_ids, et_ids, lt_line_ids,
    lt_dimension_ids, lt_definition_ids, lt_ids, o_ids, o_aggregate_ids, o_versions, o_subjects, o_events,
    p_request_id, e_request_ids, '{}'
  ) p
$$;

-- The bound was on all that was posted; what remains below 2^53 of this is how much more may be.
CREATE OR REPLACE FUNCTION journal_debits_v1(p_business_id uuid) RETURNS numeric LANGUAGE sql AS $$
  SELECT balance FROM largest_balance_v1(p_business_id, NULL)
$$;
