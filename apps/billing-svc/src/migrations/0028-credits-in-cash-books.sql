-- What an allocation of a credit recognizes in the cash books: the bill's components against the credit's line items, as
-- `shares` of payments are. Empty where the release before made it, which recognized nothing. `counts_from` is when the two
-- set each other off in agings, where a request named another `allocated_at`.
ALTER TABLE vendor_credit_allocations
  ADD COLUMN shares jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN credit_shares jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN counts_from timestamptz(3);
