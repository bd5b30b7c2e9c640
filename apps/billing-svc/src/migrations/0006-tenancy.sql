DO $$
DECLARE
  tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY[
    'vendors', 'applied_tags', 'bills', 'bill_line_items', 'bill_sales_taxes', 'bill_payments',
    'bill_payment_allocations', 'vendor_credits', 'vendor_credit_line_items', 'vendor_credit_allocations',
    'standing_entries'
  ] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format(
      'CREATE POLICY tenant ON %I TO {{app}} USING (business_id = app_business_id())
         WITH CHECK (business_id = app_business_id())', tenant_table);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE ON %I TO {{app}}', tenant_table);
  END LOOP;
END $$;
-- What is replaced as a whole.
GRANT DELETE ON applied_tags, bill_line_items, bill_sales_taxes TO {{app}};
