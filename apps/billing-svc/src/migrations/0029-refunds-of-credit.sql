-- An allocation that names only the customer may take from their credit.
ALTER TABLE refund_allocations ADD COLUMN source text
  CONSTRAINT refund_allocations_source CHECK (source IS NULL OR source = 'CREDIT_BALANCE');
