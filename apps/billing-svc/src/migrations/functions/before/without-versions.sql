-- What the version before calls: its functions had no version in their names. Each is the one that came after it.
-- When these expire, so do those of before that only other functions called, and that databases of then still have:
-- standing_lines, standing_debts, check_billing_entries, bill_parts, allocation_shares, check_billing_shares,
-- check_invoices, receivable_accounts, invoice_parts, invoice_shares, issued_shares, paid_out_shares,
-- check_receivable_shares, taken_from, check_refunds, cleared_by_refund_payments, customer_credit_moves,
-- payable_lines, receivable_lines, invoice_lines, invoice_payment_lines, refund_lines, payout_lines, contact_table,
-- filter_list, contact_conditions, contact_tag_condition, matching_contacts, contact_order, after_position,
-- check_postings.

CREATE OR REPLACE FUNCTION check_billing(p_client_id uuid, p_business_id uuid) RETURNS TABLE (invariant text, detail text)
LANGUAGE sql STABLE AS $$
  SELECT * FROM check_billing_v1(p_client_id, p_business_id)
$$;

CREATE OR REPLACE FUNCTION gather_contacts(
  p_kind text, p_filter jsonb, p_sort text, p_descending boolean, p_after_key text, p_after_id uuid, p_limit int,
  p_most int
) RETURNS TABLE (id uuid, sort_key text, found bigint)
LANGUAGE sql STABLE AS $$
  SELECT * FROM gather_contacts_v1(p_kind, p_filter, p_sort, p_descending, p_after_key, p_after_id, p_limit, p_most)
$$;

CREATE OR REPLACE FUNCTION walk_contacts(
  p_kind text, p_filter jsonb, p_sort text, p_descending boolean, p_after_key text, p_after_id uuid, p_limit int
) RETURNS TABLE (id uuid, sort_key text)
LANGUAGE sql STABLE AS $$
  SELECT * FROM walk_contacts_v1(p_kind, p_filter, p_sort, p_descending, p_after_key, p_after_id, p_limit)
$$;

CREATE OR REPLACE FUNCTION count_contacts(p_kind text, p_filter jsonb) RETURNS bigint
LANGUAGE sql STABLE AS $$
  SELECT count_contacts_v1(p_kind, p_filter)
$$;
