-- VENDOR or CUSTOMER; null in rows of before.
ALTER TABLE contacts ADD COLUMN kind text;
