-- table by table
-- What the vendor paid back of it. It is part of `allocated_amount`: what is neither allocated nor refunded is left.
ALTER TABLE bill_payments ADD COLUMN IF NOT EXISTS refunded_amount bigint NOT NULL DEFAULT 0;
ALTER TABLE vendor_credits ADD COLUMN IF NOT EXISTS refunded_amount bigint NOT NULL DEFAULT 0;
