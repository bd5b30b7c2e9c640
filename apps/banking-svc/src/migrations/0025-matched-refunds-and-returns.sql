ALTER TABLE match_candidates DROP CONSTRAINT match_candidates_match_type_check;
ALTER TABLE match_candidates ADD CONSTRAINT match_candidates_match_type_check CHECK (match_type IN
  ('JOURNAL_ENTRY', 'INVOICE_PAYMENT', 'INVOICE_PAYMENT_RETURN', 'REFUND_PAYMENT', 'BILL_PAYMENT', 'VENDOR_REFUND',
   'EXPENSE', 'PAYOUT')) NOT VALID;
