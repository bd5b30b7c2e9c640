-- table by table
-- What the model 4 knows beside the model 3, whose rows in `public` leave it empty. A line has whom it concerns, the document
-- whose debt it moves, and, on the accounts with these stable names, which of them it is on (`control`) and whose side of it
-- (`party_id`: a customer, a vendor, or the nil id for none).
ALTER TABLE entries ADD COLUMN IF NOT EXISTS reversal_of_id uuid;
ALTER TABLE entries ADD COLUMN IF NOT EXISTS source_id text;
ALTER TABLE entry_lines ADD COLUMN IF NOT EXISTS customer_id uuid;
ALTER TABLE entry_lines ADD COLUMN IF NOT EXISTS vendor_id uuid;
ALTER TABLE entry_lines ADD COLUMN IF NOT EXISTS document_id uuid;
ALTER TABLE entry_lines ADD COLUMN IF NOT EXISTS control text;
ALTER TABLE entry_lines ADD COLUMN IF NOT EXISTS party_id uuid;
ALTER TABLE contacts ADD COLUMN IF NOT EXISTS address text;
ALTER TABLE bank_transactions ADD COLUMN IF NOT EXISTS counterparty text;
