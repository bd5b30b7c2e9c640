-- Whom a line concerns, a customer or a vendor of billing; null for lines that concern nobody, and for those of before.
ALTER TABLE line_items ADD COLUMN customer_id uuid, ADD COLUMN vendor_id uuid;
