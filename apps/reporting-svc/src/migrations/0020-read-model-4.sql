-- The tables of the model 4, twice. A release with another model brings a file like this one, with its number, and what differs.
DO $$
DECLARE
  place      text;
  read_model text;
BEGIN
  FOREACH place IN ARRAY ARRAY['read_model_4a', 'read_model_4b'] LOOP
    EXECUTE format('CREATE SCHEMA %I', place);
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO {{app}}', place);
    FOREACH read_model IN ARRAY ARRAY[
      'businesses', 'accounts', 'tag_dimensions', 'tag_values', 'external_accounts', 'contacts', 'entries', 'entry_lines',
      'entry_line_tags', 'account_days', 'account_months', 'bank_transactions', 'waiting_days', 'waiting_months',
      'open_items', 'item_days', 'counted_entries', 'aging_zones'
    ] LOOP
      EXECUTE format('CREATE TABLE %I.%I (LIKE public.%2$I INCLUDING ALL)', place, read_model);
      EXECUTE format('ALTER TABLE %I.%I ENABLE ROW LEVEL SECURITY', place, read_model);
      EXECUTE format('ALTER TABLE %I.%I FORCE ROW LEVEL SECURITY', place, read_model);
      EXECUTE format(
        'CREATE POLICY tenant ON %I.%I TO {{app}} USING (business_id = app_business_id())
           WITH CHECK (business_id = app_business_id())', place, read_model);
      EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I.%I TO {{app}}', place, read_model);
    END LOOP;
  END LOOP;
END $$;
