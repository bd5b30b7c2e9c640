-- A posting as one would write it for Citus by hand: the rows that the product writes for an entry of two lines, by
-- straight statements in a function that is delegated to the node of its business. The tables have the columns, checks
-- and indexes of the product's. No tenants, no idempotency, no closed periods; nobody reads the events.
CREATE SCHEMA hand_written;
CREATE TABLE hand_written.businesses (LIKE public.businesses INCLUDING ALL);
CREATE TABLE hand_written.accounts (LIKE public.accounts INCLUDING ALL);
CREATE TABLE hand_written.journal_entries (LIKE public.journal_entries INCLUDING ALL);
CREATE TABLE hand_written.line_items (LIKE public.line_items INCLUDING ALL);
CREATE TABLE hand_written.account_balances (LIKE public.account_balances INCLUDING ALL);
CREATE TABLE hand_written.events (LIKE public.events INCLUDING DEFAULTS INCLUDING CONSTRAINTS, PRIMARY KEY (business_id, position));
CREATE TABLE hand_written.event_queue (LIKE public.event_queue INCLUDING DEFAULTS INCLUDING CONSTRAINTS, PRIMARY KEY (business_id, position));

SELECT create_distributed_table('hand_written.businesses', 'id');
SELECT create_distributed_table('hand_written.' || t, 'business_id', colocate_with => 'hand_written.businesses')
  FROM unnest(ARRAY['accounts', 'journal_entries', 'line_items', 'account_balances', 'events', 'event_queue']) AS t;

CREATE FUNCTION hand_written.post_entry(
  p_business_id uuid, p_entry_id uuid, p_at timestamptz, p_memo text, p_amount bigint,
  p_debit_line uuid, p_debited uuid, p_credit_line uuid, p_credited uuid,
  p_event_id uuid, p_subject text, p_event text, p_position bigint
) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  journal constant uuid := '00000000-0000-0000-0000-000000000000';
  all_lines constant uuid := '00000000-0000-0000-0000-000000000000';
  this_day constant date := (p_at AT TIME ZONE 'UTC')::date;
  this_month constant date := date_trunc('month', p_at AT TIME ZONE 'UTC')::date;
  epoch bigint;
BEGIN
  SELECT b.books_epoch INTO STRICT epoch FROM hand_written.businesses b WHERE b.id = p_business_id;
  PERFORM FROM hand_written.accounts a WHERE a.business_id = p_business_id AND a.id = p_debited;
  PERFORM FROM hand_written.accounts a WHERE a.business_id = p_business_id AND a.id = p_credited;

  INSERT INTO hand_written.journal_entries (business_id, id, entry_type, basis, agent, entry_at, recorded_at, memo, line_count)
  VALUES (p_business_id, p_entry_id, 'MANUAL', 'BOTH', 'API', p_at, p_at, p_memo, 2);
  INSERT INTO hand_written.line_items (business_id, id, entry_id, position, account_id, amount, direction, basis, entry_at, created_at, is_reversal)
  VALUES (p_business_id, p_debit_line, p_entry_id, 0, p_debited, p_amount, 'DEBIT', 'BOTH', p_at, p_at, false);
  INSERT INTO hand_written.line_items (business_id, id, entry_id, position, account_id, amount, direction, basis, entry_at, created_at, is_reversal)
  VALUES (p_business_id, p_credit_line, p_entry_id, 1, p_credited, p_amount, 'CREDIT', 'BOTH', p_at, p_at, false);

  INSERT INTO hand_written.account_balances AS b (business_id, account_id, tag_definition_id, grain, period, basis, slot, debits, credits, line_count, hidden_count)
  VALUES (p_business_id, p_debited, all_lines, 'D', this_day, 'BOTH', 0, p_amount, 0, 1, 0)
  ON CONFLICT (business_id, account_id, tag_definition_id, grain, period, basis, slot)
  DO UPDATE SET debits = b.debits + excluded.debits, line_count = b.line_count + 1;
  INSERT INTO hand_written.account_balances AS b (business_id, account_id, tag_definition_id, grain, period, basis, slot, debits, credits, line_count, hidden_count)
  VALUES (p_business_id, p_credited, all_lines, 'D', this_day, 'BOTH', 0, 0, p_amount, 1, 0)
  ON CONFLICT (business_id, account_id, tag_definition_id, grain, period, basis, slot)
  DO UPDATE SET credits = b.credits + excluded.credits, line_count = b.line_count + 1;
  INSERT INTO hand_written.account_balances AS b (business_id, account_id, tag_definition_id, grain, period, basis, slot, debits, credits, line_count, hidden_count)
  VALUES (p_business_id, journal, all_lines, 'M', this_month, 'BOTH', 0, p_amount, p_amount, 1, 0)
  ON CONFLICT (business_id, account_id, tag_definition_id, grain, period, basis, slot)
  DO UPDATE SET debits = b.debits + excluded.debits, credits = b.credits + excluded.credits, line_count = b.line_count + 1;

  INSERT INTO hand_written.events (slot, position, business_id, id, aggregate_type, aggregate_id, version, subject, event, created_at)
  VALUES (0, p_position, p_business_id, p_event_id, 'journal_entry', p_entry_id, 1, p_subject, p_event, p_at);
  INSERT INTO hand_written.event_queue (position, slot, business_id, aggregate_type, aggregate_id, version, created_at)
  VALUES (p_position, 0, p_business_id, 'journal_entry', p_entry_id, 1, p_at);
  RETURN epoch;
END $$;

SELECT create_distributed_function(
  'hand_written.post_entry(uuid, uuid, timestamptz, text, bigint, uuid, uuid, uuid, uuid, uuid, text, text, bigint)',
  'p_business_id', colocate_with => 'hand_written.businesses', force_delegation => true);
