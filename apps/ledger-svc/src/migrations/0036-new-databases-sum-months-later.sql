-- Where no version has run, none reads months before they have sums. A new business has nothing to be summed.
DO $$
BEGIN
  IF current_setting('app.new_database') = 'on' THEN
    ALTER TABLE businesses ALTER COLUMN months_before SET DEFAULT date_trunc('month', now() AT TIME ZONE 'UTC')::date;
  END IF;
END $$;
