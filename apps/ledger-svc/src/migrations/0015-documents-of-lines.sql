-- The bill, vendor credit or invoice whose debt a line on a control account moves; null for all other lines. An entry may
-- settle many documents, so its source doesn't tell.
ALTER TABLE line_items ADD COLUMN document_id uuid;
