-- The business of the delivery; null where the version before has written it.
ALTER TABLE webhook_attempts ADD COLUMN business_id uuid;
