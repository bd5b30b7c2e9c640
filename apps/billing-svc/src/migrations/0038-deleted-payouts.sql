-- A payout that never was stays, with `deleted_at`. Its members do not refer to it any more, so it keeps what it shows of them.
ALTER TABLE payouts ADD COLUMN deleted_at timestamptz(3), ADD COLUMN deleted_members jsonb;
