-- The facts of the ledger were tables of banking's own once; then the policy had another name.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_policies
              WHERE schemaname = 'public' AND tablename = 'businesses' AND policyname = 'applying') THEN
    ALTER POLICY applying ON businesses RENAME TO relay;
  END IF;
END $$;
