-- Reports that were asked for without a basis had the default of then, and have it again as recorded at that moment: each default that
-- a client had before the one of now, null where it had none, with the moment until which it held.
ALTER TABLE client_accounting_configurations ADD COLUMN IF NOT EXISTS former_bases jsonb NOT NULL DEFAULT '[]';
