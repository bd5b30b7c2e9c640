-- Secrets of payment processors, one per client and processor. The ciphertext is bound to client and id, so a new secret
-- has a new id. last_4 is all that is ever shown.
CREATE TABLE processor_secrets (
  client_id     uuid NOT NULL,
  id            uuid NOT NULL,
  processor     text NOT NULL CHECK (processor <> ''),
  last_4        text NOT NULL CHECK (char_length(last_4) = 4),
  master_key_id text NOT NULL CHECK (master_key_id <> ''),
  wrapped_key   bytea NOT NULL CHECK (octet_length(wrapped_key) = 60),
  ciphertext    bytea NOT NULL CHECK (octet_length(ciphertext) > 28),
  version       bigint NOT NULL DEFAULT 1,
  created_at    timestamptz(3) NOT NULL,
  updated_at    timestamptz(3) NOT NULL,
  PRIMARY KEY (client_id, id),
  CONSTRAINT processor_secrets_processor UNIQUE (client_id, processor)
);
ALTER TABLE processor_secrets ENABLE ROW LEVEL SECURITY;
ALTER TABLE processor_secrets FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON processor_secrets TO {{app}}
  USING (client_id = app_client_id()) WITH CHECK (client_id = app_client_id());
GRANT SELECT, INSERT, UPDATE ON processor_secrets TO {{app}};

-- Rotating master keys re-wraps data keys, for which nobody needs to read a ciphertext: the operators' role cannot.
CREATE POLICY operator ON processor_secrets TO {{relay}} USING (true);
GRANT SELECT (client_id, id, master_key_id, wrapped_key), UPDATE (master_key_id, wrapped_key) ON processor_secrets TO {{relay}};
