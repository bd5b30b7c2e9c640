-- A payment that never was stays, with `deleted_at`. Its allocations are off their invoices: `moved_to_credit_at` is the same
-- instant, which the previous version reads as well.
ALTER TABLE invoice_payments ADD COLUMN deleted_at timestamptz(3);
