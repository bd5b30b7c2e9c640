-- table by table
ALTER TABLE split_entries ADD COLUMN IF NOT EXISTS customer_id uuid;
ALTER TABLE split_entries ADD COLUMN IF NOT EXISTS vendor_id uuid;
ALTER TABLE categorization_rules ADD COLUMN IF NOT EXISTS category_customer_id uuid;
ALTER TABLE categorization_rules ADD COLUMN IF NOT EXISTS category_vendor_id uuid;
