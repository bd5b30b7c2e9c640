-- What of an allocation came back with the return of its payment; each of its `shares` says how much of that it is
-- (`returned`).
ALTER TABLE invoice_payment_allocations ADD COLUMN returned_amount bigint NOT NULL DEFAULT 0;
ALTER TABLE invoice_payment_allocations ADD CONSTRAINT invoice_payment_allocations_returned
  CHECK (returned_amount BETWEEN 0 AND amount) NOT VALID;
